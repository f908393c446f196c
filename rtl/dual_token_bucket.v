// Dual token bucket of one service flow (RFC 8034 sec. 3), like models/cm/shaper/release_process:
// each clock makes as many queued bytes eligible as both buckets hold. A level is whole bytes plus
// a remainder in units of 1 / UNITS_PER_BYTE, so that it is exact at every clock.
//
// An increment is added to a bucket in each clock, at most one byte: with a clock of f Hz and
// UNITS_PER_BYTE = 8 f it equals the rate in bit/s. Caps apply only while nothing waits; a backlog
// needs none. At most one of write, take and drop per clock. `releasing` follows from the present
// levels.
`default_nettype none

module dual_token_bucket #(
    // Bits of the queue length and of the larger bucket, in bytes.
    parameter DEPTH = 27,
    parameter LENGTH = 11,                         // bits of a frame length in bytes
    parameter REMAINDER = 31,                      // bits
    parameter [63:0] UNITS_PER_BYTE = 64'd2000000000,  // 250 MHz
    parameter PEAK = 12,                           // bits of the smaller bucket in bytes
    parameter [PEAK-1:0] PEAK_BUCKET_BYTES = 1522
) (
    input wire clk,
    input wire reset,

    input wire [REMAINDER-1:0] sustained_increment,
    input wire [REMAINDER-1:0] peak_increment,
    input wire sustained_unlimited,
    input wire peak_unlimited,
    input wire [DEPTH-1:0] max_burst_bytes,

    input wire write,
    input wire [LENGTH-1:0] write_bytes,
    input wire take,
    input wire [DEPTH-1:0] take_bytes,
    input wire drop,
    input wire [LENGTH-1:0] drop_bytes,

    output wire [DEPTH-1:0] releasing,
    output reg [DEPTH-1:0] unreleased,
    output reg [DEPTH-1:0] eligible,
    output wire [DEPTH-1:0] sustained_tokens,  // after the release
    output wire [PEAK-1:0] peak_tokens
);

  wire [DEPTH:0] sustained_left;
  wire [PEAK-1:0] peak_left;
  wire [DEPTH:0] sustained_whole;
  wire [PEAK-1:0] peak_whole;

  wire [DEPTH-1:0] of_sustained =
      {1'b0, unreleased} < sustained_whole ? unreleased : sustained_whole[DEPTH-1:0];
  wire [DEPTH-1:0] peak_limit = {{(DEPTH - PEAK) {1'b0}}, peak_whole};
  assign releasing = peak_unlimited || of_sustained < peak_limit ? of_sustained : peak_limit;

  wire [DEPTH-1:0] waiting = unreleased - releasing;
  wire [DEPTH-1:0] released = eligible + releasing;
  wire idle = waiting == 0;

  token_bucket #(
      .WHOLE(DEPTH + 1),
      .REMAINDER(REMAINDER),
      .UNITS_PER_BYTE(UNITS_PER_BYTE)
  ) sustained (
      .clk(clk),
      .reset(reset),
      .increment(sustained_increment),
      .unlimited(sustained_unlimited),
      .cap({1'b0, max_burst_bytes}),
      .idle(idle),
      .spent({1'b0, releasing}),
      .whole(sustained_whole),
      .left(sustained_left)
  );

  token_bucket #(
      .WHOLE(PEAK),
      .REMAINDER(REMAINDER),
      .UNITS_PER_BYTE(UNITS_PER_BYTE)
  ) peak (
      .clk(clk),
      .reset(reset),
      .increment(peak_increment),
      .unlimited(peak_unlimited),
      .cap(PEAK_BUCKET_BYTES),
      .idle(idle),
      .spent(releasing[PEAK-1:0]),
      .whole(peak_whole),
      .left(peak_left)
  );

  assign sustained_tokens = sustained_left[DEPTH-1:0];
  assign peak_tokens = peak_left;

  // A drop takes unreleased bytes first; for the rest, eligible bytes are lost.
  wire [DEPTH-1:0] dropped = {{(DEPTH - LENGTH) {1'b0}}, drop_bytes};
  wire [DEPTH:0] after_drop = {1'b0, waiting} - {1'b0, dropped};
  wire too_short = after_drop[DEPTH];

  always @(posedge clk) begin
    unreleased <= waiting;
    eligible <= released;
    if (write) unreleased <= waiting + {{(DEPTH - LENGTH) {1'b0}}, write_bytes};
    if (take) eligible <= released - take_bytes;
    if (drop) begin
      unreleased <= too_short ? {DEPTH{1'b0}} : after_drop[DEPTH-1:0];
      if (too_short) eligible <= released + after_drop[DEPTH-1:0];
    end
    if (reset) begin
      unreleased <= {DEPTH{1'b0}};
      eligible <= {DEPTH{1'b0}};
    end
  end

endmodule

`default_nettype wire
