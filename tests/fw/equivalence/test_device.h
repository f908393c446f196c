/* A device that only this test has: what the program is to do, and what came of it. Offsets of
 * words. */
#ifndef TESTS_FW_EQUIVALENCE_TEST_DEVICE_H
#define TESTS_FW_EQUIVALENCE_TEST_DEVICE_H

#define TEST_DEVICE_BASE 0x2f000000u

#define TEST_DEVICE_LAW 0x00u      /* read: place in the registry */
#define TEST_DEVICE_SEED 0x04u     /* read */
#define TEST_DEVICE_PACKETS 0x08u  /* read */
#define TEST_DEVICE_VERDICTS 0x0cu /* written: 16 verdicts */
#define TEST_DEVICE_RESULT 0x10u   /* written: the next word of the script_result */

#endif
