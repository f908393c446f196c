/* Implements a pre-emptive kernel: tasks with priorities and separate stacks, on the SoC's machine
 * timer, software interrupt and interrupt controller. The ready task of the highest priority runs;
 * tasks of equal priority alternate each tick. */
#ifndef FW_KERNEL_KERNEL_H
#define FW_KERNEL_KERNEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Stack words for a task's saved registers, in addition to its own frames. */
#define KERNEL_CONTEXT_WORDS 32u

typedef struct kernel_semaphore {
  volatile uint32_t count;
} kernel_semaphore;

typedef struct kernel_task {
  uint32_t* context; /* top of the saved registers while it does not run */
  uint32_t* stack;   /* last word of its stack, a guard */
  const kernel_semaphore* waits_for;
  uint64_t wakes_us; /* 0: not sleeping */
  uint32_t priority; /* higher runs first; 0 is the idle task's */
  struct kernel_task* next;
} kernel_task;

/* Call before the start. entry: must not return. words: size of the stack. */
void kernel_add(kernel_task* task, uint32_t priority, void (*entry)(void), uint32_t* stack,
                uint32_t words);

/* Enables interrupts and runs the tasks. */
__attribute__((noreturn)) void kernel_start(uint32_t tick_us);

/* Called by a task: waits until the count is above 0, then decrements it. */
void kernel_take(kernel_semaphore* semaphore);
/* Called by a task or a handler: increments the count. A waiting task of higher priority runs at
 * once, or at the end of the handler. */
void kernel_give(kernel_semaphore* semaphore);
/* Called by a task: sleeps until this time of the machine timer. */
void kernel_sleep_until(uint64_t time_us);

/* Defined by the program: serves an external interrupt on the kernel's stack, interrupts masked. */
void kernel_external_interrupt(void);

#ifdef __cplusplus
}
#endif

#endif
