// Package evidence weighs what speaks for and against a value that a row may
// say. What is known of a value is put as facts, each with one of a few codes;
// a model fitted on labelled pages knows how much each code counts.
package evidence

import (
	"math"
	"strconv"
)

// A Fact is one thing known of a value.
type Fact string

// A Basis is what a value rests on: a code for each fact. It is part of the
// API's full form.
type Basis map[Fact]string

// The facts.
const (
	Kind     Fact = "kind"     // what kind of value it is
	Readers  Fact = "readers"  // which readers saw the value, and what the others saw
	Sure     Fact = "sure"     // how sure those who saw it were together, at least
	Ink      Fact = "ink"      // whether the ink shows what was read
	Interval Fact = "interval" // where the value lies in the printed reference interval
	Mark     Fact = "mark"     // what the printed mark, or its absence, says of it
	Decimals Fact = "decimals" // whether it has as many as are printed in its row
	Unit     Fact = "unit"     // the printed unit
	Name     Fact = "name"     // how the indicator's name was read
	Code     Fact = "code"     // the indicator's code
	Specimen Fact = "specimen" // what the page and the lines around say
	Column   Fact = "column"   // what the page's headings say of the column
	Row      Fact = "row"      // whether it stands level with the name
	Page     Fact = "page"     // how surely the page was read, at least
	Identity Fact = "identity" // what the page's other values say of it: a count is the share of its whole
)

// A Question is a fact with its codes.
type Question struct {
	Fact  Fact
	Codes []string
	Order Order
}

// Order is what is known beforehand of how much the codes of a fact count.
type Order int

// The orders.
const (
	Free   Order = iota // nothing
	Rising              // each speaks at least as much for the value as the one before
	Odds                // they are probabilities, and count in proportion to their log-odds
)

// lowest stands for the probability of what is at least 0.
const lowest = 0.1

// LogOdds gives what the i-th code of a fact of order Odds counts, but for a
// factor.
func (q *Question) LogOdds(i int) float64 {
	p, err := strconv.ParseFloat(q.Codes[i], 64)
	if err != nil || p < lowest {
		p = lowest
	}
	return math.Log(p / (1 - p))
}

// Questions lists the facts with their codes. Where nothing is known of a fact
// a basis lacks it.
var Questions = []Question{
	{Kind, []string{Grade, Pair, Compared, Number}, Free},
	{Readers, []string{Supplied, Lesser, Disputed, Alone, Slip, InInk, Second, Agree}, Rising},
	{Sure, []string{"0", "0.3", "0.5", "0.7", "0.8", "0.9", "0.95", "0.98", "0.99", "0.999"}, Odds},
	{Ink, []string{MaybeMark, Touched, DigitsMissing, PointMissing, Repaired, Dotted, Whole}, Rising},
	{Interval, []string{Far, Outside, Absent, Inside}, Rising},
	{Mark, []string{Contradicts, Missing, Vague, None, Absent, Agrees}, Rising},
	{Decimals, []string{Fewer, More, Unknown, Usual}, Rising},
	{Unit, []string{Absent, Misread, None, Printed}, Rising},
	{Name, []string{Weak, Absent, Similar, Near, Exact}, Rising},
	{Code, []string{Contradicts, Absent, Agrees}, Rising},
	{Specimen, []string{Foreign, Unknown, Fits}, Rising},
	{Column, []string{Other, Unknown, Result}, Rising},
	{Row, []string{Askew, Sloping, Level}, Rising},
	{Page, []string{"0", "0.9", "0.95", "0.98"}, Rising},
	{Identity, []string{Contradicts, Holds}, Free},
}

// FromText is the code of Readers for a value that the text layer of a PDF prints:
// nobody had to read it. The model does not know it, for it is put in place of
// another once the value is chosen.
const FromText = "text"

// The codes.
const (
	Number   = "number"
	Compared = "compared" // <0.5
	Pair     = "pair"     // one of the two of a blood pressure
	Grade    = "grade"

	Agree    = "agree"    // two kinds of reader saw the value
	Second   = "second"   // two readings of Tesseract did, where the compact reader saw no number
	InInk    = "ink"      // a reader saw the digits, and the ink the point
	Slip     = "slip"     // another reader differs as it often does: a lost point, an arrow as a digit
	Alone    = "alone"    // one reader saw it and no other a number
	Disputed = "disputed" // another reader saw other digits
	Lesser   = "lesser"   // the better reader saw other digits
	Supplied = "supplied" // no reader saw it: a point is put back, or an arrow taken off

	Whole         = "whole"
	Touched       = "touched"        // other ink runs into it
	DigitsMissing = "digits_missing" // the ink has more tall pieces than the number has digits
	PointMissing  = "point_missing"  // the ink shows a point that the number lacks
	Repaired      = "repaired"       // characters had to be taken for digits
	MaybeMark     = "maybe_mark"     // the last digit may be the mark that is missing
	Dotted        = "dotted"         // 6, 8 or 9 on a page whose dotted zeros are misread

	Inside  = "inside"
	Outside = "outside"
	Far     = "far" // more than three times beyond a limit

	Agrees      = "agrees"
	None        = "none" // there is none to be expected
	Absent      = "absent"
	Missing     = "missing" // the page marks what lies outside, but not this value
	Vague       = "vague"   // something that may be a mark
	Contradicts = "contradicts"

	Usual   = "usual" // as many as the interval, the laboratory or most numbers of the page
	Fewer   = "fewer"
	More    = "more"
	Unknown = "unknown"

	Printed = "printed"
	Misread = "misread"

	Exact   = "exact"
	Near    = "near"
	Similar = "similar"
	Weak    = "weak"

	Fits    = "fits"
	Foreign = "foreign"

	Result = "result"
	Other  = "other"

	Holds = "holds"

	Level   = "level"
	Sloping = "sloping" // by a quarter of its height
	Askew   = "askew"   // by half of it
)

// AtLeast is the highest of a rising fact's codes, which are numbers, that v
// reaches.
func AtLeast(fact Fact, v float64) string {
	code := ""
	for _, q := range Questions {
		if q.Fact != fact {
			continue
		}
		code = q.Codes[0]
		for _, c := range q.Codes {
			if limit, err := strconv.ParseFloat(c, 64); err == nil && v >= limit {
				code = c
			}
		}
	}
	return code
}
