// Runs flow_hash.v in place of flow_hash() of models/queue.
#pragma once

#include "models/queue/flow_hash.h"
#include "rtl/clocked.h"

namespace docsis_vp::rtl {

template <typename Gates>
class Hash {
 public:
  // connection: 0 for none; otherwise it enters the hash in place of a port, as in the model.
  std::uint32_t operator()(const FlowKey& key, std::uint32_t perturbation,
                           std::uint32_t connection = 0) {
    block_->salt = perturbation;
    block_->first = 1;
    if (key.ip_version == 0) {
      ethernet(key);
      return block_->hash;
    }
    const std::size_t octets = key.ip_version == 6 ? 16 : 4;
    const std::uint32_t ports =
        std::uint32_t{key.source_port} << 16 | std::uint32_t{key.destination_port};
    for (std::size_t i = 0; i < octets; i += 4) {
      block_->last = i + 4 == octets && connection == 0;
      round(word(key.source, i), word(key.destination, i), i == 0 ? ports ^ key.protocol : 0);
    }
    if (connection != 0) {
      block_->last = 1;
      round(connection, 0, 0);
    }
    return block_->hash;
  }
  std::uint32_t queue_index() { return block_->queue_index; }
  bool valid() { return block_->valid; }

 private:
  template <typename Octets>
  static std::uint32_t word(const Octets& octets, std::size_t first) {
    return std::uint32_t{octets[first]} << 24 | std::uint32_t{octets[first + 1]} << 16 |
           std::uint32_t{octets[first + 2]} << 8 | octets[first + 3];
  }

  void ethernet(const FlowKey& key) {
    const auto& to = key.ethernet_destination;
    const auto& from = key.ethernet_source;
    block_->last = 0;
    round(word(to, 0), word(from, 0),
          std::uint32_t{to[4]} << 24 | std::uint32_t{to[5]} << 16 | std::uint32_t{from[4]} << 8 |
              from[5]);
    block_->last = 1;
    round(key.ether_type, 0, 0);
  }
  void round(std::uint32_t x, std::uint32_t y, std::uint32_t z) {
    block_->x = x;
    block_->y = y;
    block_->z = z;
    block_->word = 1;
    block_.clock();
    block_->word = 0;
    block_->first = 0;
  }

  Clocked<Gates> block_;
};

}  // namespace docsis_vp::rtl
