// One bucket of dual_token_bucket: a clock subtracts what is spent, limits the level to its cap if
// nothing waits, and adds the increment. Without a rate it is always full.
`default_nettype none

module token_bucket #(
    parameter WHOLE = 28,
    parameter REMAINDER = 31,
    parameter [63:0] UNITS_PER_BYTE = 64'd2000000000
) (
    input wire clk,
    input wire reset,

    input wire [REMAINDER-1:0] increment,
    input wire unlimited,
    input wire [WHOLE-1:0] cap,
    input wire idle,
    input wire [WHOLE-1:0] spent,

    output reg [WHOLE-1:0] whole,
    output wire [WHOLE-1:0] left  // after subtraction, saturated
);

  reg [REMAINDER-1:0] remainder;

  wire [WHOLE-1:0] unspent = whole - spent;
  wire above = unspent >= cap;
  assign left = above || unlimited ? cap : unspent;

  wire capped = above && idle;
  wire [WHOLE-1:0] kept_whole = capped ? cap : unspent;
  wire [REMAINDER-1:0] kept_remainder = capped ? {REMAINDER{1'b0}} : remainder;

  wire [REMAINDER:0] sum = {1'b0, kept_remainder} + {1'b0, increment};
  wire [REMAINDER:0] excess = sum - UNITS_PER_BYTE[REMAINDER:0];
  wire carry = !excess[REMAINDER];
  // Far above its cap, the bucket does not bind again in this backlog.
  wire saturated = &kept_whole;

  always @(posedge clk) begin
    whole <= kept_whole + {{(WHOLE - 1) {1'b0}}, carry && !saturated};
    remainder <= carry ? excess[REMAINDER-1:0] : sum[REMAINDER-1:0];
    if (unlimited) whole <= {WHOLE{1'b1}};
    if (reset) begin
      whole <= cap;
      remainder <= {REMAINDER{1'b0}};
    end
  end

endmodule

`default_nettype wire
