// Exponential moving average whose weight is 2^-shift, and its largest value since it was read.
module weighted_average (
    input wire clk,
    input wire reset,
    input wire comes,
    input wire [23:0] sample,
    input wire [3:0] shift,
    input wire read,
    output wire [23:0] average,
    output reg [23:0] largest
);
  reg [38:0] level;  // UQ24.15
  wire signed [39:0] error = {1'b0, sample, 15'd0} - {1'b0, level};
  wire signed [39:0] step = error >>> shift;
  assign average = level[38:15];
  always @(posedge clk) begin
    if (comes) level <= level + step[38:0];
    if (read || average > largest) largest <= average;
    if (reset) begin
      level <= 39'd0;
      largest <= 24'd0;
    end
  end
endmodule
