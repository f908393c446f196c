/* A pre-emptive kernel: tasks with priorities and stacks of their own, on the machine timer, the
 * software interrupt and the interrupt controller of the SoC. The ready task of the highest
 * priority runs; those of equal priority take turns, a tick each. */
#ifndef FW_KERNEL_KERNEL_H
#define FW_KERNEL_KERNEL_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a task's stack has to hold beside the task's own frames: all its registers, once. */
#define KERNEL_CONTEXT_WORDS 32u

typedef struct kernel_semaphore {
  volatile uint32_t count;
} kernel_semaphore;

typedef struct kernel_task {
  uint32_t* context; /* top of the stack, where its registers are while it does not run */
  uint32_t* stack;   /* its last word, a guard */
  const kernel_semaphore* waits_for;
  uint64_t wakes_us; /* 0: does not sleep */
  uint32_t priority; /* more goes first; 0 is that of idling */
  struct kernel_task* next;
} kernel_task;

/* Before the start. The entry must not return. words: of the stack. */
void kernel_add(kernel_task* task, uint32_t priority, void (*entry)(void), uint32_t* stack,
                uint32_t words);

/* Lets interrupts in and runs tasks. */
__attribute__((noreturn)) void kernel_start(uint32_t tick_us);

/* Of a task: waits for the count to be above 0, and takes one. */
void kernel_take(kernel_semaphore* semaphore);
/* Of a task or of a handler: adds one. Who waits of a higher priority runs at once, or as soon as
 * the handler is over. */
void kernel_give(kernel_semaphore* semaphore);
/* Of a task: until this time of the machine timer. */
void kernel_sleep_until(uint64_t time_us);

/* The program's: serves an external interrupt, on the kernel's stack, with interrupts masked. */
void kernel_external_interrupt(void);

#ifdef __cplusplus
}
#endif

#endif
