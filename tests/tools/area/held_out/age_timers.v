// Ages of 32 entries of a table, in ticks: an entry that is not touched for `limit` ticks is old.
module age_timers (
    input wire clk,
    input wire reset,
    input wire tick,
    input wire touch,
    input wire [4:0] entry,
    input wire [11:0] limit,
    output wire [31:0] old,
    output wire any_old
);
  genvar i;
  generate
    for (i = 0; i < 32; i = i + 1) begin : ages
      reg [11:0] age;
      assign old[i] = age >= limit;
      always @(posedge clk) begin
        if (tick && age != 12'hfff) age <= age + 12'd1;
        if (reset || (touch && entry == i)) age <= 12'd0;
      end
    end
  endgenerate
  assign any_old = |old;
endmodule
