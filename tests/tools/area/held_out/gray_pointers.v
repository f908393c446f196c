// Both pointers of a FIFO of 64 words between two clocks: Gray code, two flip-flops to cross, full,
// empty, and how full the reader sees it.
module gray_pointers (
    input wire write_clk,
    input wire write_reset,
    input wire write,
    output wire full,
    output wire [5:0] to,
    input wire read_clk,
    input wire read_reset,
    input wire read,
    output wire empty,
    output wire [5:0] from,
    output wire [6:0] fill
);
  reg [6:0] write_at, write_gray, write_seen0, write_seen1;
  reg [6:0] read_at, read_gray, read_seen0, read_seen1;
  wire [6:0] write_next = write_at + (write && !full);
  wire [6:0] read_next = read_at + (read && !empty);
  assign to = write_at[5:0];
  assign from = read_at[5:0];
  assign full = write_gray == {~read_seen1[6:5], read_seen1[4:0]};
  assign empty = read_gray == write_seen1;

  integer i;
  reg [6:0] written;
  always @* begin
    written[6] = write_seen1[6];
    for (i = 5; i >= 0; i = i - 1) written[i] = written[i + 1] ^ write_seen1[i];
  end
  assign fill = written - read_at;

  always @(posedge write_clk) begin
    write_at <= write_reset ? 7'd0 : write_next;
    write_gray <= write_reset ? 7'd0 : write_next ^ (write_next >> 1);
    read_seen0 <= write_reset ? 7'd0 : read_gray;
    read_seen1 <= write_reset ? 7'd0 : read_seen0;
  end
  always @(posedge read_clk) begin
    read_at <= read_reset ? 7'd0 : read_next;
    read_gray <= read_reset ? 7'd0 : read_next ^ (read_next >> 1);
    write_seen0 <= read_reset ? 7'd0 : write_gray;
    write_seen1 <= read_reset ? 7'd0 : write_seen0;
  end
endmodule
