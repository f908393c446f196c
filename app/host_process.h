// The process that the program runs in is prepared here: limits, stack, parent.
#pragma once

namespace docsis_vp::app {

// Writing a file beyond `ulimit -f` fails, as on a full disk, instead of ending the program.
void let_large_files_fail();

// The environment may name the parent, as Python's commands do: then this process gets SIGTERM when
// the parent ends, however that happens. Nothing happens if another process started this one.
void end_with_named_parent();
// For a child process just forked: it gets SIGTERM when `parent` ends.
void end_with(int parent);

// Calls `body`, on a stack of its own where `ulimit -s` leaves this one too little.
int on_a_large_stack(int (*body)(int argc, char** argv), int argc, char** argv);

}  // namespace docsis_vp::app
