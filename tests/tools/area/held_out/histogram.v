// Counts values by their magnitude: 32 counters that stay at their largest value, and a port to read.
module histogram (
    input wire clk,
    input wire comes,
    input wire [31:0] value,
    input wire [4:0] bin,
    output wire [15:0] count
);
  reg [15:0] counts[0:31];
  reg [4:0] magnitude;
  reg pending;

  integer i;
  reg [4:0] highest;
  always @* begin
    highest = 5'd0;
    for (i = 1; i < 32; i = i + 1) if (value[i]) highest = i;
  end

  wire [15:0] old = counts[magnitude];
  assign count = counts[bin];
  always @(posedge clk) begin
    pending <= comes;
    magnitude <= highest;
    if (pending && old != 16'hffff) counts[magnitude] <= old + 16'd1;
  end
endmodule
