// CoDel (RFC 8289) for one queue: judges the packet at the head, like codel_dequeue() of models/aqm
// with default options: re-entry by the RFC, 1/sqrt(count) by a table and a Newton step. Times are
// wrapping microseconds; the root is UQ1.31.
//
// start, in a clock with ready: judges the packet on the inputs, which must be held until valid.
// valid comes 2 clocks later for a packet that passes, at most 11. One multiplier, one product per
// clock.
`default_nettype none

module codel_unit #(
    parameter DEPTH = 27  // bits of the queue length in bytes
) (
    input wire clk,
    input wire reset,

    input wire [23:0] target_us,
    input wire [23:0] interval_us,
    input wire [15:0] mtu_bytes,
    input wire use_ecn,

    input wire start,
    input wire [31:0] now_us,
    input wire [31:0] enqueued_us,
    input wire ect,
    input wire [DEPTH-1:0] bytes_behind,
    output wire ready,
    output reg valid,
    output reg [1:0] verdict,

    output reg [4:0] status,
    output reg [31:0] first_above_us,
    output reg [31:0] drop_next_us,
    output reg [31:0] count,
    output reg [31:0] lastcount,
    output reg [31:0] inv_sqrt_q31
);

  localparam [1:0] ACCEPT = 2'd0, MARK = 2'd1, DROP = 2'd2;
  localparam ABOVE = 0, DROPPING = 1, DROPPED = 2, PASS_NEXT = 3, RECENT = 4;  // bits of status

  localparam [3:0] IDLE = 4'd0, JUDGE = 4'd1, LATE = 4'd2, DUE = 4'd3, NORMALISE = 4'd4;
  localparam [3:0] LOOK_UP = 4'd5, SQUARE = 4'd6, SCALE = 4'd7, REFINE = 4'd8, ROOT = 4'd9;
  localparam [3:0] ADVANCE = 4'd10;

  reg [3:0] state;
  reg is_first;  // this packet begins an episode

  // Delay continuously above target; times are compared by the sign of their difference.
  wire [31:0] waited_us = now_us - enqueued_us;
  wire [31:0] target = {8'd0, target_us};
  wire [31:0] interval = {8'd0, interval_us};
  wire is_long = !waited_us[31] && waited_us >= target;
  wire is_above = is_long && bytes_behind > {{(DEPTH - 16) {1'b0}}, mtu_bytes};
  wire [31:0] since_first_above = now_us - first_above_us;
  wire has_stood = is_above && status[ABOVE] && !since_first_above[31];

  // Episodes older than 16 intervals are forgotten.
  wire [31:0] until_forgotten = drop_next_us + {interval[27:0], 4'd0};
  wire [31:0] since_forgotten = now_us - until_forgotten;
  wire is_recent = status[RECENT] && since_forgotten[31];
  wire [31:0] added = count - lastcount;
  wire [31:0] first_count = is_recent && added > 32'd1 ? added : 32'd1;

  wire [31:0] overdue = now_us - drop_next_us;
  wire is_due = !overdue[31];

  wire marks = use_ecn && ect;

  // count = f x 4^k with f in [1, 4): sqrt(count) = sqrt(f) x 2^k.
  reg [31:0] f_q30;
  reg [3:0] k;
  wire [31:0] by_16 = |count[31:16] ? count : {count[15:0], 16'd0};
  wire [31:0] by_8 = |by_16[31:24] ? by_16 : {by_16[23:0], 8'd0};
  wire [31:0] by_4 = |by_8[31:28] ? by_8 : {by_8[27:0], 4'd0};
  wire [31:0] by_2 = |by_4[31:30] ? by_4 : {by_4[29:0], 2'd0};
  wire [3:0] power = {|count[31:16], |by_16[31:24], |by_8[31:28], |by_4[31:30]};

  wire [15:0] looked_up_q16;
  inv_sqrt_table table_of_roots (
      .index({f_q30[31], f_q30[31] ? f_q30[30:25] : f_q30[29:24]}),
      .root_q16(looked_up_q16)
  );
  wire [31:0] looked_up_q31 = {1'b0, looked_up_q16, 15'd0};

  // y (3 - f y^2) / 2, then the law: interval / sqrt(count)
  reg [31:0] left;
  reg [31:0] right;
  wire [63:0] product = left * right;
  wire [63:0] rest_q60 = {4'b0011, 60'd0} - product;
  wire [31:0] high = product[62:31];
  wire [31:0] advanced_us = (is_first ? now_us : drop_next_us) + high;

  assign ready = state == IDLE;

  always @(posedge clk) begin
    valid <= 1'b0;
    case (state)
      IDLE: begin
        is_first <= 1'b0;
        left <= interval;
        right <= inv_sqrt_q31;
        if (start) state <= JUDGE;
      end

      JUDGE: begin
        verdict <= ACCEPT;
        state <= IDLE;
        status[ABOVE] <= is_above;
        if (is_above && !status[ABOVE]) first_above_us <= now_us + interval;
        if (status[PASS_NEXT]) begin
          status[PASS_NEXT] <= 1'b0;
        end else if (status[DROPPING]) begin
          if (!has_stood) status[DROPPED:DROPPING] <= 2'b00;
          else state <= status[DROPPED] ? LATE : DUE;
        end else begin
          status[RECENT] <= is_recent;
          if (has_stood) begin
            is_first <= 1'b1;
            count <= first_count;
            lastcount <= first_count;
            state <= NORMALISE;
          end
        end
        valid <= !has_stood || status[PASS_NEXT];
      end

      LATE: begin
        drop_next_us <= advanced_us;
        status[DROPPED] <= 1'b0;
        state <= DUE;
      end

      DUE:
      if (is_due) begin
        count <= count + 32'd1;
        state <= NORMALISE;
      end else begin
        valid <= 1'b1;
        state <= IDLE;
      end

      NORMALISE: begin
        f_q30 <= by_2;
        k <= power;
        inv_sqrt_q31 <= 32'h80000000;
        left <= interval;
        right <= 32'h80000000;
        state <= count <= 32'd1 ? ADVANCE : LOOK_UP;
      end

      LOOK_UP: begin
        left <= looked_up_q31;
        right <= looked_up_q31;
        state <= SQUARE;
      end

      SQUARE: begin
        left <= product[63:32];
        right <= f_q30;
        state <= SCALE;
      end

      SCALE: begin
        left <= rest_q60[61:30];
        right <= looked_up_q31;
        state <= REFINE;
      end

      REFINE: begin
        inv_sqrt_q31 <= high;
        state <= ROOT;
      end

      ROOT: begin
        inv_sqrt_q31 <= inv_sqrt_q31 >> k;
        left <= interval;
        right <= inv_sqrt_q31 >> k;
        state <= ADVANCE;
      end

      default: begin
        if (is_first) status <= status | (5'd1 << DROPPING) | (5'd1 << RECENT);
        if (is_first || marks) drop_next_us <= advanced_us;
        verdict <= marks ? MARK : DROP;
        if (!marks) status[is_first ? PASS_NEXT : DROPPED] <= 1'b1;
        valid <= 1'b1;
        state <= IDLE;
      end
    endcase

    if (reset) begin
      state <= IDLE;
      valid <= 1'b0;
      status <= 5'd0;
      first_above_us <= 32'd0;
      drop_next_us <= 32'd0;
      count <= 32'd0;
      lastcount <= 32'd0;
      inv_sqrt_q31 <= 32'h80000000;
    end
  end

endmodule

`default_nettype wire
