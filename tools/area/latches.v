// Yosys' latches as cells of ge.lib, which dfflibmap leaves out.
module \$_DLATCH_P_ (input E, input D, output Q);
  LATCH _TECHMAP_REPLACE_ (.E(E), .D(D), .Q(Q));
endmodule

module \$_DLATCH_N_ (input E, input D, output Q);
  LATCHN _TECHMAP_REPLACE_ (.E(E), .D(D), .Q(Q));
endmodule
