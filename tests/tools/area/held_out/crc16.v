// CRC-16 of ITU-T V.41, an octet a clock.
module crc16 (
    input wire clk,
    input wire restart,
    input wire octet_comes,
    input wire [7:0] octet,
    output reg [15:0] crc,
    output wire good
);
  function [15:0] next;
    input [15:0] old;
    input [7:0] in;
    integer i;
    begin
      next = old;
      for (i = 7; i >= 0; i = i - 1)
        next = {next[14:0], 1'b0} ^ (next[15] ^ in[i] ? 16'h1021 : 16'h0000);
    end
  endfunction

  assign good = crc == 16'h1d0f;
  always @(posedge clk)
    if (restart) crc <= 16'hffff;
    else if (octet_comes) crc <= next(crc, octet);
endmodule
