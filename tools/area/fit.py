"""Cost functions: sums of few terms, none of which makes a wider primitive cheaper."""
import itertools


def log2(value):
    """Linear between powers of two, as models/area/primitive.cpp has it."""
    whole = value.bit_length() - 1
    return whole + (value - (1 << whole)) / (1 << whole)


TERMS = {
    "1": lambda w, o: 1,
    "w": lambda w, o: w,
    "o": lambda w, o: o,
    "w+o": lambda w, o: w + o,
    "w*o": lambda w, o: w * o,
    "w*(o-1)": lambda w, o: w * (o - 1),
    "w*log": lambda w, o: w * log2(w),
    "o*logo": lambda w, o: o * log2(o),
    "w*logo": lambda w, o: w * log2(o),
}
CORRECTIONS = ("1", "w+o")


def solve(matrix, right):
    """Gauss with pivots; None where the equations do not suffice."""
    size = len(right)
    rows = [list(row) + [value] for row, value in zip(matrix, right)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        if abs(rows[pivot][column]) < 1e-12:
            return None
        rows[column], rows[pivot] = rows[pivot], rows[column]
        for r in range(size):
            if r != column:
                by = rows[r][column] / rows[column][column]
                rows[r] = [a - by * b for a, b in zip(rows[r], rows[column])]
    return [rows[i][size] / rows[i][i] for i in range(size)]


def least_squares(points, terms):
    """Coefficients that make relative errors small. points: (width, other, GE)."""
    columns = [[TERMS[term](w, o) / ge for w, o, ge in points] for term in terms]
    matrix = [[sum(a * b for a, b in zip(one, two)) for two in columns] for one in columns]
    return solve(matrix, [sum(column) for column in columns])


def value(fit, width, other):
    """In GE. fit: thousandths of a GE by term."""
    return sum(by * TERMS[term](width, other) for term, by in fit.items()) / 1000


def errors(fit, points):
    return [value(fit, w, o) / ge - 1 for w, o, ge in points]


def fit(points, terms):
    """The best of all choices among the terms; only what corrects small sizes may be negative."""
    best = None
    for number in range(1, len(terms) + 1):
        for chosen in itertools.combinations(terms, number):
            found = least_squares(points, chosen)
            if found is None or any(
                    by < 0 for term, by in zip(chosen, found) if term not in CORRECTIONS):
                continue
            candidate = {term: round(1000 * by) for term, by in zip(chosen, found)}
            squares = sum(error ** 2 for error in errors(candidate, points))
            # A term more must be worth it.
            if best is None or squares < 0.9 * best[0]:
                best = (squares, candidate)
    return best[1]
