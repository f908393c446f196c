#include "tests/system/random/random_scenario.h"

#include <vector>

#include "platform/base/random.h"

namespace docsis_vp::system {

namespace {

class Draw {
 public:
  explicit Draw(std::uint64_t seed) : random_(seed, "random scenario") {}

  // low..high
  unsigned number(unsigned low, unsigned high) {
    return low + static_cast<unsigned>(random_.below(high - low + 1U));
  }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[number(0, static_cast<unsigned>(list.size()) - 1)];
  }

 private:
  RandomStream random_;
};

void add(std::string& list, const std::string& element) {
  list += (list.empty() ? "" : ",\n") + element;
}

std::string quoted(const std::string& text) {
  return "\"" + text + "\"";
}

// At least one of the channels.
std::string some_of(unsigned channels, Draw& draw) {
  std::string list;
  const unsigned sure = draw.number(0, channels - 1);
  for (unsigned i = 0; i < channels; ++i) {
    if (i == sure || draw.number(0, 1) == 0) {
      add(list, quoted("us" + std::to_string(i)));
    }
  }
  return "[" + list + "]";
}

}  // namespace

std::string random_scenario(std::uint64_t seed) {
  Draw draw(seed);
  const unsigned channels = draw.number(1, 3);
  std::string rf;
  for (unsigned i = 0; i < channels; ++i) {
    add(rf, R"({"name": "us)" + std::to_string(i) + R"(", "rate_mbps": )" +
                draw.one_of<std::string>({"5.12", "10.24", "30.72"}) + "}");
  }
  std::string modems;
  std::string services;
  std::string traffic;
  const unsigned count = draw.number(1, 5);
  for (unsigned m = 0; m < count; ++m) {
    const std::string modem = "cm" + std::to_string(m);
    add(modems, R"({"name": ")" + modem + R"(", "plant_delay_us": )" +
                    std::to_string(draw.number(0, 200)) + "}");
    const unsigned flows = draw.number(1, 3);
    for (unsigned f = 0; f < flows; ++f) {
      const std::string name = "sf" + std::to_string(m) + std::to_string(f);
      const unsigned kbps = draw.number(200, 6000);
      std::string service = R"({"name": ")" + name + R"(", "modem": ")" + modem +
                            R"(", "max_sustained_rate_mbps": )" + std::to_string(kbps / 1000.0) +
                            R"(, "max_burst_bytes": )" + std::to_string(draw.number(1522, 60000)) +
                            R"(, "traffic_priority": )" + std::to_string(draw.number(0, 7)) +
                            R"(, "request_unit_bytes": )" +
                            draw.one_of<std::string>({"1", "2", "4", "8", "16"}) +
                            R"(, "channels": )" + some_of(channels, draw);
      if (draw.number(0, 1) == 0) {
        service += R"(, "peak_rate_mbps": )" + std::to_string(kbps * 1.5 / 1000.0);
      }
      add(services, service + "}");
      const unsigned offered = kbps * draw.number(0, 20) / 10;
      if (offered > 0) {
        add(traffic, R"({"name": "t)" + name + R"(", "modem": ")" + modem +
                         R"(", "service_flow": ")" + name + R"(", "jitter_percent": 50, )" +
                         R"("packet_bytes": )" + std::to_string(draw.number(64, 1522)) +
                         R"(, "rate_mbps": )" + std::to_string(offered / 1000.0) + "}");
      }
    }
  }
  return R"({"name": "random", "duration_s": 1.5, "seed": )" + std::to_string(seed) +
         R"(, "rf": {"channels": [)" + rf + R"(]}, "modems": [)" + modems +
         R"(], "service_flows": [)" + services + R"(], "flows": [)" + traffic + "]}";
}

}  // namespace docsis_vp::system
