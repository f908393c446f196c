// Builds the hardware blocks that a program adds to a modem's SoC.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "models/cm/modem/modem.h"
#include "platform/bus/interconnect.h"
#include "platform/irq/plic.h"
#include "system/assembly/cpu/block_port.h"
#include "system/extension/hardware_block.h"
#include "system/scenario/read/load.h"

namespace docsis_vp::system {

class CustomBlocks {
 public:
  // Call it during elaboration, inside the module that owns the blocks.
  CustomBlocks(const LoadedScenario& loaded, unsigned modem_index, cm::Modem& modem,
               platform::Interconnect& bus, platform::Plic& plic);

  void reset(TimePs at);
  // Reports the accesses of all blocks with an initiator socket, see BlockPort. withholds: grants
  // them no host pointers.
  void observe(const BlockObserver& observer, bool withholds);
  // Names of these blocks, in the order of the scenario.
  std::vector<std::string> initiators() const;
  // Counts of each block with an initiator socket, in the order of the scenario.
  std::vector<BlockTransfers> transfers() const;

 private:
  std::vector<std::unique_ptr<BlockPort>> ports_;  // outlive the blocks
  std::vector<std::unique_ptr<HardwareBlock>> blocks_;
};

// Inventories of the blocks that declare one.
std::vector<area::Block> custom_inventories(const Extensions& extensions, const ModemConfig& modem);

}  // namespace docsis_vp::system
