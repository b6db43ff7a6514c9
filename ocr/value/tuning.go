package value

import "tijian/ocr/block"

// What is known beforehand of results as laboratories print them, and of how
// readers err. How much it counts for a value is the fitted model's: see package
// evidence.

// Numbers: see ParseNumber, Candidates.
const (
	mostDigits   = 9  // longer runs of digits are telephone, sample and identity numbers
	mostDecimals = 3  // digits that are printed after a point where a reader may have lost it
	mostPower    = 12 // greatest power of ten, either way
	farBeyond    = 3  // times a limit, or that part of it: a value beyond is far outside
	unitPieces   = 4  // into which spaces of a reader tear a unit, at most
)

// Digits that readers take for others.
const (
	likeArrow      = "147" // what an arrow behind a number is read as
	likeDottedZero = "689" // what a zero is read as that the printer gave a dot or a stroke
)

// skill orders the readers: where they differ, the compact reader is right far
// more often than eng, and eng than chi_sim.
var skill = map[block.Reader]int{block.Compact: 3, block.Eng: 2, block.ChiSim: 1}
