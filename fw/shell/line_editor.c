#include "fw/shell/line_editor.h"

#include <stdio.h>

#define LINE_CHARACTERS 80u

#define BELL '\a'
#define BACKSPACE 0x08
#define KILL_LINE 0x15 /* control-U */
#define DELETE 0x7F

static char line[LINE_CHARACTERS + 1];
static size_t length;
static int after_return; /* a following line feed belongs to it */

void line_editor_prompt(void) {
  printf("> ");
}

static void erase(void) {
  if (length != 0) {
    --length;
    printf("\b \b");
  }
}

static char* end_line(void) {
  putchar('\n');
  line[length] = '\0';
  length = 0;
  return line;
}

char* line_editor_take(int character) {
  const int is_second = after_return && character == '\n';
  after_return = character == '\r';
  if (is_second) {
    return 0;
  }
  if (character == '\r' || character == '\n') {
    return end_line();
  }
  if (character == BACKSPACE || character == DELETE) {
    erase();
  } else if (character == KILL_LINE) {
    while (length != 0) {
      erase();
    }
  } else if (character < ' ' || character > '~' || length == LINE_CHARACTERS) {
    putchar(BELL);
  } else {
    line[length++] = (char)character;
    putchar(character);
  }
  return 0;
}
