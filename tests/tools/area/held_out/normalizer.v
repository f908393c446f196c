// A count of 32 bits as a small floating-point number: five bits of exponent, ten of mantissa,
// rounded to nearest.
module normalizer (
    input wire clk,
    input wire [31:0] count,
    output reg [4:0] exponent,
    output reg [9:0] mantissa,
    output reg zero
);
  integer i;
  reg [4:0] zeros;
  always @* begin
    zeros = 5'd0;
    for (i = 0; i < 32; i = i + 1) if (count[i]) zeros = 31 - i;
  end
  wire [31:0] top = count << zeros;
  wire [10:0] rounded = {1'b0, top[30:21]} + top[20];
  wire [4:0] power = 5'd31 - zeros;
  always @(posedge clk) begin
    zero <= count == 32'd0;
    mantissa <= rounded[9:0];
    exponent <= power + rounded[10];
  end
endmodule
