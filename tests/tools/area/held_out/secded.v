// A word of 32 bits with seven check bits: written, read back, one error corrected, two detected.
module secded (
    input wire clk,
    input wire [31:0] in,
    output reg [38:0] code,
    input wire [38:0] back,
    output reg [31:0] out,
    output reg corrected,
    output reg lost
);
  // Hamming positions 1..38 without powers of two hold data; position 0 is the parity of all.
  function [38:0] spread;
    input [31:0] word;
    integer p, n;
    begin
      spread = 39'd0;
      n = 0;
      for (p = 1; p < 39; p = p + 1)
        if ((p & (p - 1)) != 0) begin
          spread[p] = word[n];
          n = n + 1;
        end
    end
  endfunction
  function [5:0] syndrome;
    input [38:0] word;
    integer p;
    begin
      syndrome = 6'd0;
      for (p = 1; p < 39; p = p + 1) if (word[p]) syndrome = syndrome ^ p[5:0];
    end
  endfunction
  function [31:0] gathered;
    input [38:0] word;
    integer p, n;
    begin
      gathered = 32'd0;
      n = 0;
      for (p = 1; p < 39; p = p + 1)
        if ((p & (p - 1)) != 0) begin
          gathered[n] = word[p];
          n = n + 1;
        end
    end
  endfunction

  wire [38:0] data = spread(in);
  wire [5:0] checks = syndrome(data);
  wire [38:0] checked = data | {6'd0, checks[5], 15'd0, checks[4], 7'd0, checks[3], 3'd0,
                                checks[2], 1'b0, checks[1], checks[0], 1'b0};
  wire [5:0] where = syndrome(back);
  wire odd = ^back;
  wire [38:0] flip = odd ? 39'd1 << where : 39'd0;
  always @(posedge clk) begin
    code <= {checked[38:1], ^checked};
    out <= gathered(back ^ flip);
    corrected <= odd;
    lost <= !odd && where != 6'd0;
  end
endmodule
