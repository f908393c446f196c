/* Calls through a null pointer. */
typedef void (*action)(void);

static volatile action missing;
static volatile unsigned steps;

__attribute__((noinline)) static void leap(void) {
  missing();
  ++steps;
}

int main(void) {
  leap();
  return 0;
}
