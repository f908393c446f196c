#include "platform/console/host/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

namespace docsis_vp::platform {

void open_standard_streams() {
  for (int descriptor = STDIN_FILENO; descriptor <= STDERR_FILENO; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) == -1 && errno == EBADF) {
      ::open("/dev/null", O_RDWR);  // takes the lowest free number, which is this one
    }
  }
}

}  // namespace docsis_vp::platform
