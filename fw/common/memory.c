/* Functions that gcc calls implicitly in freestanding programs, optimised for size. */
#include <stdint.h>

typedef __SIZE_TYPE__ size_t;

/* Otherwise gcc turns the loops below into calls of the functions themselves. */
#pragma GCC optimize("no-tree-loop-distribute-patterns")

void* memset(void* to, int value, size_t size);
void* memcpy(void* restrict to, const void* restrict from, size_t size);
void* memmove(void* to, const void* from, size_t size);
int memcmp(const void* a, const void* b, size_t size);

void* memset(void* to, int value, size_t size) {
  unsigned char* byte = to;
  while (size-- > 0) {
    *byte++ = (unsigned char)value;
  }
  return to;
}

void* memcpy(void* restrict to, const void* restrict from, size_t size) {
  unsigned char* target = to;
  const unsigned char* source = from;
  while (size-- > 0) {
    *target++ = *source++;
  }
  return to;
}

void* memmove(void* to, const void* from, size_t size) {
  unsigned char* target = to;
  const unsigned char* source = from;
  if (target <= source) {
    while (size-- > 0) {
      *target++ = *source++;
    }
    return to;
  }
  while (size-- > 0) {
    target[size] = source[size];
  }
  return to;
}

int memcmp(const void* a, const void* b, size_t size) {
  const unsigned char* one = a;
  const unsigned char* other = b;
  for (; size > 0; --size, ++one, ++other) {
    if (*one != *other) {
      return *one < *other ? -1 : 1;
    }
  }
  return 0;
}
