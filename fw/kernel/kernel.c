#include "fw/kernel/kernel.h"

#include "fw/common/trap.h"
#include "fw/hal/csr.h"
#include "fw/hal/machine_timer.h"
#include "registers/clint.h"
#include "registers/soc.h"

#define STACK_GUARD 0x5AFEC0DEu
/* mret enables interrupts and stays in machine mode */
#define INITIAL_MSTATUS 0x1880u

#define CAUSE_SOFTWARE 0x80000003u
#define CAUSE_TIMER 0x80000007u

/* Word offsets in a context, as in switch.S. */
#define CONTEXT_ENTRY 4 /* s0 */
#define CONTEXT_PC 30
#define CONTEXT_MSTATUS 31

#define IDLE_STACK_WORDS 64u

/* switch.S */
_Noreturn void kernel_resume(uint32_t* context);
_Noreturn void kernel_task_begins(void);
uint32_t* kernel_interrupt(uint32_t* context, uint32_t cause);

static uint32_t idle_stack[IDLE_STACK_WORDS];
static kernel_task idle_task;
static kernel_task* kernel_tasks; /* ring in round-robin order */

#ifdef __riscv
/* The simulator follows the ring by this symbol to find the depth of the stacks. */
_Static_assert(__builtin_offsetof(kernel_task, stack) == 4 &&
                   __builtin_offsetof(kernel_task, next) == 28,
               "see system/assembly/cpu/task_stacks.cpp");
#endif

static kernel_task* current;
static kernel_task* turn; /* first among equal priorities until the next tick */
static uint64_t next_tick_us;
static uint32_t tick_us;

static void request_switch(uint32_t wanted) {
  volatile clint_t* clint = (volatile clint_t*)SOC_CLINT_BASE;
  clint->msip = wanted;
}

static void idle(void) {
  for (;;) {
    csr_wait_for_interrupt();
  }
}

void kernel_add(kernel_task* task, uint32_t priority, void (*entry)(void), uint32_t* stack,
                uint32_t words) {
  task->stack = stack;
  task->stack[0] = STACK_GUARD;
  /* The ABI requires stack pointers to be multiples of 16. */
  uint32_t* top = (uint32_t*)((uintptr_t)(stack + words) & ~(uintptr_t)15);
  task->context = top - KERNEL_CONTEXT_WORDS;
  for (uint32_t i = 0; i < KERNEL_CONTEXT_WORDS; ++i) {
    task->context[i] = 0;
  }
  task->context[CONTEXT_ENTRY] = (uint32_t)(uintptr_t)entry;
  task->context[CONTEXT_PC] = (uint32_t)(uintptr_t)kernel_task_begins;
  task->context[CONTEXT_MSTATUS] = INITIAL_MSTATUS;
  task->waits_for = 0;
  task->wakes_us = 0;
  task->priority = priority;
  if (kernel_tasks == 0) {
    task->next = task;
    kernel_tasks = task;
  } else {
    task->next = kernel_tasks->next;
    kernel_tasks->next = task;
    kernel_tasks = task;
  }
}

static int is_ready(const kernel_task* task) {
  return task->waits_for == 0 && task->wakes_us == 0;
}

/* Returns the ready task of the highest priority; among equals round robin from `turn`. */
static kernel_task* best_task(void) {
  kernel_task* best = &idle_task;
  kernel_task* task = turn;
  do {
    if (is_ready(task) && task->priority > best->priority) {
      best = task;
    }
    task = task->next;
  } while (task != turn);
  return best;
}

/* Programs the timer for the next tick or the first sleeper. */
static void set_timer(void) {
  uint64_t next_us = next_tick_us;
  kernel_task* task = kernel_tasks;
  do {
    if (task->wakes_us != 0 && task->wakes_us < next_us) {
      next_us = task->wakes_us;
    }
    task = task->next;
  } while (task != kernel_tasks);
  machine_timer_interrupt_at(next_us);
}

static void wake_sleepers(uint64_t now_us) {
  kernel_task* task = kernel_tasks;
  do {
    if (task->wakes_us != 0 && task->wakes_us <= now_us) {
      task->wakes_us = 0;
    }
    task = task->next;
  } while (task != kernel_tasks);
}

static void serve_timer(void) {
  const uint64_t now_us = machine_timer_now_us();
  wake_sleepers(now_us);
  if (now_us >= next_tick_us) {
    turn = current->next;
    do {
      next_tick_us += tick_us;
    } while (next_tick_us <= now_us);
  }
  set_timer();
}

uint32_t* kernel_interrupt(uint32_t* context, uint32_t cause) {
  current->context = context;
  if (current->stack[0] != STACK_GUARD) {
    panic("stack overflow of a task");
  }
  if (cause == CAUSE_TIMER) {
    serve_timer();
  } else if (cause == CAUSE_SOFTWARE) {
    request_switch(0);
    set_timer();
  } else {
    kernel_external_interrupt();
  }
  current = best_task();
  return current->context;
}

void kernel_take(kernel_semaphore* semaphore) {
  csr_disable_interrupts();
  while (semaphore->count == 0) {
    current->waits_for = semaphore;
    request_switch(1);
    csr_enable_interrupts(); /* other tasks run until this one need not wait */
    csr_disable_interrupts();
  }
  --semaphore->count;
  csr_enable_interrupts();
}

void kernel_give(kernel_semaphore* semaphore) {
  const uint32_t before = csr_save_and_disable_interrupts();
  ++semaphore->count;
  kernel_task* task = kernel_tasks;
  do {
    if (task->waits_for == semaphore) {
      task->waits_for = 0;
    }
    task = task->next;
  } while (task != kernel_tasks);
  /* A handler's end selects the best task anyway. */
  if (before & CSR_MSTATUS_MIE) {
    request_switch(1);
    csr_enable_interrupts();
  }
}

void kernel_sleep_until(uint64_t time_us) {
  csr_disable_interrupts();
  if (time_us > machine_timer_now_us()) {
    current->wakes_us = time_us;
    request_switch(1);
  }
  csr_enable_interrupts();
}

_Noreturn void kernel_start(uint32_t period_us) {
  kernel_add(&idle_task, 0, idle, idle_stack, IDLE_STACK_WORDS);
  tick_us = period_us;
  next_tick_us = machine_timer_now_us() + period_us;
  set_timer();
  csr_enable_external_interrupt();
  csr_enable_timer_interrupt();
  csr_enable_software_interrupt();
  turn = kernel_tasks;
  current = best_task();
  kernel_resume(current->context);
}
