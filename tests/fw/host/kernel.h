// In place of fw/kernel where firmware runs on the host: the test chooses which task runs, until it
// would wait.
#pragma once

#include <vector>

namespace docsis_vp::fw {

using Task = void (*)();

// In the order in which they were added since the last question.
std::vector<Task> added_tasks();

}  // namespace docsis_vp::fw
