"""The primitives of models/area as Verilog, and the sizes at which they are measured."""
import random

WIDTHS = (4, 8, 12, 16, 24, 32, 48, 64)
SEED = 8


def bits_for(most):
    return max(1, most.bit_length())


def module(ports, body):
    return f"module circuit({', '.join(ports)});\n{body}\nendmodule\n"


def operator(expression, extra_bits=0, second="{w}"):
    """y = expression of a and b, b of `second` bits."""
    def circuit(w, _):
        ports = [f"input [{w - 1}:0] a"]
        if second:
            ports.append(f"input [{w - 1}:0] b")
        ports += ["input s", f"output [{w - 1 + extra_bits}:0] y"]
        return module(ports, f"  assign y = {expression.format(w=w)};")
    return circuit


def test_of(expression):
    """One bit y = expression of a and b."""
    def circuit(w, _):
        ports = [f"input [{w - 1}:0] a", f"input [{w - 1}:0] b", "output y"]
        return module(ports, f"  assign y = {expression.format(w=w)};")
    return circuit


def constants(w, salt):
    """Three numbers without zeros at their end, the same ones in every run."""
    numbers = random.Random(SEED * 1000 + w * 10 + salt)
    return [numbers.getrandbits(w) | 1 << (w - 1) | 1 for _ in range(3)]


def with_constant(comparison):
    def circuit(w, _):
        return [module([f"input [{w - 1}:0] a", "output y"],
                       f"  assign y = a {comparison} {w}'d{number};") for number in constants(w, 0)]
    return circuit


def plus_constant(w, _):
    return [module([f"input [{w - 1}:0] a", f"output [{w}:0] y"],
                   f"  assign y = a + {w}'d{number};") for number in constants(w, 1)]


def clocked(inputs, body):
    def circuit(w, other):
        ports = ["input clock", *(port.format(m=w - 1) for port in inputs),
                 f"output reg [{w - 1}:0] q"]
        return module(ports, f"  always @(posedge clock)\n    {body.format(w=w, o=other)}")
    return circuit


def lfsr(w, taps):
    places = sorted({w - 1 - i * max(1, w // taps) for i in range(taps)})
    feedback = " ^ ".join(f"q[{place}]" for place in places)
    return module(["input clock", f"output reg [{w - 1}:0] q"],
                  f"  always @(posedge clock) q <= {{q[{w - 2}:0], {feedback}}};")


def multiplier(m, n):
    return module([f"input [{m - 1}:0] a", f"input [{n - 1}:0] b", f"output [{m + n - 1}:0] y"],
                  "  assign y = a * b;")


def mux(w, ways):
    select = bits_for(ways - 1)
    words = "\n".join(f"      {i}: y = d[{i * w} +: {w}];" for i in range(ways - 1))
    body = (f"  always @* case (s)\n{words}\n      default: y = d[{(ways - 1) * w} +: {w}];\n"
            "    endcase")
    return module([f"input [{ways * w - 1}:0] d", f"input [{select - 1}:0] s",
                   f"output reg [{w - 1}:0] y"], body)


def select(w, ways):
    """A word by a line of its own: at most one line is high, and none reads 0."""
    terms = " | ".join(f"(d[{i * w} +: {w}] & {{{w}{{s[{i}]}}}})" for i in range(ways))
    return module([f"input [{ways * w - 1}:0] d", f"input [{ways - 1}:0] s",
                   f"output [{w - 1}:0] y"], f"  assign y = {terms};")


def shifter(w, places):
    return module([f"input [{w - 1}:0] a", f"input [{bits_for(places - 1) - 1}:0] s",
                   f"output [{w - 1}:0] y"], "  assign y = a >> s;")


def decoder(lines, _):
    return module([f"input [{bits_for(lines - 1) - 1}:0] a", "input e",
                   f"output [{lines - 1}:0] y"], f"  assign y = {{{lines - 1}'b0, e}} << a;")


def thermometer(lines, _):
    return module([f"input [{bits_for(lines - 1) - 1}:0] a", f"output [{lines - 1}:0] y"],
                  f"  assign y = {{{lines}{{1'b1}}}} << a;")


def parities(w, outputs):
    """Each of half of the bits, as in a code that corrects errors."""
    texts = []
    for salt in range(3):
        draw = random.Random(SEED * 1000 + w * 100 + outputs * 3 + salt)
        terms = [" ^ ".join(f"a[{place}]" for place in sorted(draw.sample(range(w), w // 2)))
                 for _ in range(outputs)]
        texts.append(module([f"input [{w - 1}:0] a", f"output [{outputs - 1}:0] y"],
                            "\n".join(f"  assign y[{i}] = {term};" for i, term in enumerate(terms))))
    return texts


# Polynomials of remainders: bits and polynomial, by the number of ones in the polynomial.
POLYNOMIALS = {3: [(8, 0x07), (16, 0x1021), (16, 0x8005)], 5: [(8, 0x9B)], 7: [(24, 0x00065B)],
               9: [(16, 0x3D65)], 13: [(24, 0x864CFB)], 14: [(32, 0x04C11DB7)],
               15: [(24, 0x5D6DCB)], 17: [(32, 0x1EDC6F41), (32, 0x741B8CD7)]}


def crc(taps, data_bits):
    """Remainder after that many bits."""
    return [module([f"input [{w - 1}:0] c", f"input [{data_bits - 1}:0] d", f"output reg [{w - 1}:0] y"],
                   "  integer i;\n  always @* begin\n    y = c;\n"
                   f"    for (i = 0; i < {data_bits}; i = i + 1)\n"
                   f"      y = {{y[{w - 2}:0], 1'b0}} ^ ((y[{w - 1}] ^ d[i]) ? {w}'d{polynomial} : {w}'d0);\n"
                   "  end")
            for w, polynomial in POLYNOMIALS[taps]]


def priority(lines, _):
    number = bits_for(lines - 1)
    body = ("  integer i;\n  always @* begin\n    y = 0;\n"
            f"    for (i = {lines - 1}; i >= 0; i = i - 1) if (a[i]) y = i;\n  end\n"
            "  assign any = |a;")
    return module([f"input [{lines - 1}:0] a", f"output reg [{number - 1}:0] y", "output any"], body)


def table(w, words):
    """Smooth functions, as tables of hardware hold them: square root, reciprocal, parabola."""
    top = (1 << w) - 1
    functions = (lambda x: x ** 0.5, lambda x: 1 / (1 + x) * 2 - 1, lambda x: x * (2 - x))
    texts = []
    for function in functions:
        rows = [round(function((i + 0.5) / words) * top) for i in range(words)]
        lines = "\n".join(f"      {i}: y = {w}'d{row};" for i, row in enumerate(rows))
        body = f"  always @* case (a)\n{lines}\n      default: y = 0;\n    endcase"
        texts.append(module([f"input [{bits_for(words - 1) - 1}:0] a", f"output reg [{w - 1}:0] y"],
                            body))
    return texts


def control(states, outputs):
    """A machine with two ways out of each state, and outputs true in a quarter of the states."""
    texts = []
    for salt in range(3):
        draw = random.Random(SEED * 1000 + states * 50 + outputs * 3 + salt)
        inputs = max(2, states // 2)
        bits = bits_for(states - 1)
        rows = []
        for state in range(states):
            near, far = (state + 1) % states, draw.randrange(states)
            rows.append(f"      {state}: state <= in[{draw.randrange(inputs)}] ? {near} : {far};")
        lines = ["  always @(posedge clock)", "    if (reset) state <= 0; else case (state)", *rows,
                 "      default: state <= 0;", "    endcase"]
        for output in range(outputs):
            members = draw.sample(range(states), max(1, states // 4))
            term = " || ".join(f"state == {member}" for member in members)
            lines.append(f"  assign out[{output}] = {term};")
        texts.append(module(["input clock", "input reset", f"input [{inputs - 1}:0] in",
                             f"output [{outputs - 1}:0] out"],
                            f"  reg [{bits - 1}:0] state;\n" + "\n".join(lines)))
    return texts


def register_file(w, words):
    """Written at one address while another is read."""
    address = bits_for(words - 1)
    return module(["input clock", "input write", f"input [{address - 1}:0] to",
                   f"input [{address - 1}:0] from", f"input [{w - 1}:0] d",
                   f"output [{w - 1}:0] q"],
                  f"  reg [{w - 1}:0] words [0:{words - 1}];\n"
                  "  always @(posedge clock) if (write) words[to] <= d;\n"
                  "  assign q = words[from];")


def latch_array(w, words):
    """As register_file; a word is taken in a flip-flop, and a latch that is open for the second half
    of a clock gates the clock of each word, so that no storage latch is open while inputs change."""
    address = bits_for(words - 1)
    body = (f"  reg [{w - 1}:0] held;\n  reg [{words - 1}:0] gate;\n"
            f"  reg [{w - 1}:0] word [0:{words - 1}];\n  integer i, j;\n"
            "  always @(posedge clock) held <= d;\n"
            f"  wire [{words - 1}:0] wanted = {{{max(0, words - 1)}'b0, write}} << to;\n"
            "  always @* if (!clock) gate = wanted;\n"
            f"  wire [{words - 1}:0] open = gate & {{{words}{{clock}}}};\n"
            f"  always @* for (i = 0; i < {words}; i = i + 1) if (open[i]) word[i] = held;\n"
            f"  assign q = word[from];")
    return module(["input clock", "input write", f"input [{address - 1}:0] to",
                   f"input [{address - 1}:0] from", f"input [{w - 1}:0] d",
                   f"output [{w - 1}:0] q"], body)


def serial_multiplier(m, n):
    """Adds `m` bits a clock; the product pushes the other factor out of its register."""
    return module(["input clock", "input start", f"input [{m - 1}:0] a", f"input [{n - 1}:0] b",
                   f"output reg [{m + n - 1}:0] y"],
                  f"  wire [{m}:0] sum = y[{m + n - 1}:{n}] + (y[0] ? a : {m}'d0);\n"
                  "  always @(posedge clock)\n"
                  f"    y <= start ? {{{m}'d0, b}} : {{sum, y[{n - 1}:1]}};")


def serial_divider(m, n):
    """A bit of the quotient a clock: remainder above, quotient below."""
    return module(["input clock", "input start", f"input [{m - 1}:0] a", f"input [{n - 1}:0] b",
                   f"output [{m - 1}:0] y"],
                  f"  reg [{n - 1}:0] rest;\n  reg [{m - 1}:0] low;\n"
                  f"  wire [{n}:0] next = {{rest, low[{m - 1}]}};\n"
                  f"  wire [{n}:0] less = next - b;\n"
                  "  always @(posedge clock)\n    if (start) begin rest <= 0; low <= a; end\n"
                  f"    else begin rest <= less[{n}] ? next[{n - 1}:0] : less[{n - 1}:0];\n"
                  f"      low <= {{low[{m - 2}:0], ~less[{n}]}}; end\n  assign y = low;")


def each_width(widths=WIDTHS):
    return [(width, 0) for width in widths]


def pairs(first, second):
    return [(one, two) for one in first for two in second]


# Memories up to 1 kbit, and some from there to 8.
SMALL_ARRAYS = [(w, n) for w, n in pairs((1, 4, 8, 16, 32, 64), (2, 4, 8, 16, 32, 64))
                if w * n <= 1024]
LARGE_ARRAYS = [(64, 32), (32, 64), (128, 16), (64, 64), (32, 128), (128, 64), (64, 128)]

# For each primitive: its circuit of (width, other), the sizes, and the terms of its cost.
PRIMITIVES = {
    "flip_flops": (clocked(["input [{m}:0] d"], "q <= d;"), each_width(), ["w"]),
    "register": (clocked(["input [{m}:0] d", "input e"], "if (e) q <= d;"), each_width(), ["w"]),
    "reset_register": (clocked(["input [{m}:0] d", "input e", "input r"],
                               "if (r) q <= 0; else if (e) q <= d;"), each_width(), ["w"]),
    "counter": (clocked(["input e", "input r"], "if (r) q <= 0; else if (e) q <= q + 1;"),
                each_width(), ["1", "w", "w*log"]),
    "lfsr": (lfsr, pairs((8, 16, 32, 64), (2, 4)), ["w", "o"]),
    "adder": (operator("a + b", 1), each_width(), ["1", "w", "w*log"]),
    "subtractor": (operator("a - b", 1), each_width(), ["1", "w", "w*log"]),
    "add_subtract": (operator("s ? a - b : a + b", 1), each_width(), ["1", "w", "w*log"]),
    "incrementer": (operator("a + s", 1, None), each_width(), ["1", "w", "w*log"]),
    "add_constant": (plus_constant, each_width(), ["1", "w", "w*log"]),
    "multiplier": (multiplier, [(4, 4), (8, 4), (8, 8), (12, 12), (16, 4), (16, 8), (16, 16),
                                (24, 8), (24, 16), (24, 24), (32, 4), (32, 8), (32, 12), (32, 16),
                                (32, 24), (32, 32)], ["w+o", "w*o"]),
    "less": (test_of("a < b"), each_width(), ["1", "w", "w*log"]),
    "less_constant": (with_constant("<"), each_width(), ["1", "w"]),
    "equal": (test_of("a == b"), each_width(), ["1", "w"]),
    "is_constant": (with_constant("=="), each_width(), ["1", "w"]),
    "mux": (mux, pairs((4, 8, 16, 32, 64), (2, 3, 4, 8, 16, 32)), ["w", "o", "w*(o-1)"]),
    "select": (select, pairs((4, 8, 16, 32, 64), (2, 3, 4, 8, 16, 32)), ["w", "o", "w*(o-1)"]),
    "shifter": (shifter, [(w, p) for w, p in pairs((8, 16, 32, 48, 64), (4, 8, 16, 32, 64))
                          if p <= w], ["w", "w*logo"]),
    "and": (operator("a & b"), each_width(), ["w"]),
    "xor": (operator("a ^ b"), each_width(), ["w"]),
    "decoder": (decoder, each_width((4, 8, 16, 32, 64)), ["1", "w"]),
    "thermometer": (thermometer, each_width((4, 8, 16, 32, 64)), ["1", "w", "w*log"]),
    "parities": (parities, [(w, o) for w, o in pairs((8, 16, 24, 32, 48, 64), (2, 4, 6, 8, 16, 32))
                            if 2 * o <= w], ["1", "w", "w*o"]),
    "crc": (crc, pairs(POLYNOMIALS, (1, 4, 8, 16, 32)), ["1", "w", "o", "w*o"]),
    "priority": (priority, each_width((4, 8, 16, 32, 64)), ["1", "w", "w*log"]),
    "table": (table, pairs((8, 12, 16), (16, 32, 64, 128, 256)), ["w", "o", "w*o", "w*logo"]),
    "control": (control, pairs((4, 6, 8, 12, 16, 24, 32), (4, 8, 16, 32)), ["1", "w", "w*o", "w*logo"]),
    "register_file": (register_file, SMALL_ARRAYS + LARGE_ARRAYS, ["o", "w*o", "w*(o-1)"]),
    "latch_array": (latch_array, SMALL_ARRAYS + LARGE_ARRAYS, ["w", "o", "w*o"]),
    "serial_multiplier": (serial_multiplier, pairs((8, 16, 24, 32, 48), (8, 16, 32)),
                          ["1", "w", "o", "w*log"]),
    "serial_divider": (serial_divider, pairs((16, 32, 48), (8, 16, 24, 32)),
                       ["1", "w", "o", "o*logo"]),
}
