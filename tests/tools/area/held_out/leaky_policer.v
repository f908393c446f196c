// A policer of one rate: a bucket of 24 bits of bytes that leaks `leak` units of 1/256 byte a tick;
// packets that it has no room for are out of profile, and counted.
module leaky_policer (
    input wire clk,
    input wire reset,
    input wire tick,
    input wire [15:0] leak,
    input wire [23:0] depth,
    input wire comes,
    input wire [10:0] size,
    output reg valid,
    output reg in_profile,
    output reg [31:0] exceeded
);
  reg [31:0] level;  // UQ24.8
  wire [32:0] leaked = {1'b0, level} - {17'd0, leak};
  wire [31:0] drained = !tick ? level : leaked[32] ? 32'd0 : leaked[31:0];
  wire [24:0] filled = {1'b0, drained[31:8]} + {14'd0, size};
  wire fits = filled <= {1'b0, depth};

  always @(posedge clk) begin
    valid <= comes;
    in_profile <= fits;
    level <= comes && fits ? {filled[23:0], drained[7:0]} : drained;
    if (comes && !fits) exceeded <= exceeded + 32'd1;
    if (reset) begin
      level <= 32'd0;
      exceeded <= 32'd0;
      valid <= 1'b0;
    end
  end
endmodule
