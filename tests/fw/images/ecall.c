/* Calls an environment that there is not. */
static volatile int calls;

__attribute__((noinline)) static void request(void) {
  __asm__ volatile("ecall");
  ++calls;
}

int main(void) {
  request();
  return 0;
}
