// Deficit round robin scheduler for 2^INDEX queues (Shreedhar, Varghese 1995), like
// DeficitRoundRobin of models/queue with ServiceOrder::kInOrder. Queues with packets are a linked
// list.
//
// At most one of arrived, step, sent and found_empty per clock. `first` is the head of the list
// unless the list is empty. In each clock with step, the head gets a quantum and moves to the end.
// When its deficit covers head_bytes, `turn` is up: the queue then sends, or was found empty.
`default_nettype none

module drr_scheduler #(
    parameter INDEX = 5,
    parameter DEFICIT = 16,
    parameter QUANTUM = 14,
    parameter LENGTH = 11
) (
    input wire clk,
    input wire reset,

    input wire [QUANTUM-1:0] quantum_bytes,

    input wire arrived,
    input wire [INDEX-1:0] arrived_queue,

    input wire step,
    output reg empty,
    output reg [INDEX-1:0] first,
    input wire [LENGTH-1:0] head_bytes,  // length of its next packet; 0 if it is empty
    output wire turn,

    input wire sent,
    input wire [LENGTH-1:0] sent_bytes,
    input wire found_empty
);

  localparam QUEUES = 1 << INDEX;

  reg [INDEX-1:0] last;
  reg [QUEUES-1:0] listed;
  reg [DEFICIT-1:0] deficits[0:QUEUES-1];
  reg [INDEX-1:0] nexts[0:QUEUES-1];

  wire [DEFICIT-1:0] deficit = deficits[first];
  wire [INDEX-1:0] second = nexts[first];
  wire alone = first == last;

  wire covers = {{(DEFICIT - LENGTH) {1'b0}}, head_bytes} <= deficit;
  assign turn = !empty && covers;

  wire rotate = step && !empty && !covers;
  wire enter = arrived && !listed[arrived_queue];
  wire [INDEX-1:0] entering = arrived ? arrived_queue : first;
  wire leave = found_empty || (rotate && !alone);

  wire [DEFICIT-1:0] quantum = {{(DEFICIT - QUANTUM) {1'b0}}, quantum_bytes};
  wire [DEFICIT-1:0] new_deficit = enter ? quantum :
      sent ? deficit - {{(DEFICIT - LENGTH) {1'b0}}, sent_bytes} : deficit + quantum;

  always @(posedge clk) begin
    if (enter || sent || rotate) deficits[entering] <= new_deficit;
    if ((enter && !empty) || (rotate && !alone)) nexts[last] <= entering;
    if (enter || rotate) last <= entering;
    if (enter && empty) first <= entering;
    else if (leave) first <= second;
    if (enter) begin
      empty <= 1'b0;
      listed[arrived_queue] <= 1'b1;
    end
    if (found_empty) begin
      empty <= alone;
      listed[first] <= 1'b0;
    end
    if (reset) begin
      empty <= 1'b1;
      listed <= {QUEUES{1'b0}};
    end
  end

endmodule

`default_nettype wire
