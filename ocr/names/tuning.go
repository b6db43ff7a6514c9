package names

// The numbers by which names are compared, in characters or as similarities from
// 0 to 1. They were set on misread names (the tests of package match, which
// misread every name by confusions.yaml), on drawn pages (ocreval) and on real
// ones (ocreval --real DIR --part tuned).

// Costs of misreadings, in characters: see align, Distance.
const (
	missing       = 0.9  // a character of the name was not read
	extra         = 0.8  // a character was read that the name has not
	cut           = 0.35 // a character cut off at the column's edge
	cutOnce       = 0.1  // being cut off at all
	tellingFactor = 2    // raises the first two for characters such as 高 and 低
	cutClean      = 0.2  // the most that each letter before the cut may have cost
	maxCost       = 5.0  // of a substitution in confusions.yaml
)

// Long names: see findName, openEnd, sticking.
const (
	worst        = 0.5  // least similarity that is worth a second look
	stickingCost = 1.1  // of each unexplained character that sticks to a name
	misreadStar  = 0.2  // what a single first character apart from the name counts: a star or dot before the item, read as a character
	openEnd      = 0.6  // the most that a cut name counts whose beginning is also that of another item, too little of it to be found itself: 糖类抗原 of 糖类抗原50 and of 糖类抗原125
	coveringSim  = 0.03 // by which a longer name that covers another may be read worse
)

// Codes: see findCode, codeSim, Alone.
const (
	partOfWord    = 0.75 // factor for a code that is part of a longer word
	shortestWord  = 6    // letters from which a code is a word,
	phraseWord    = 3    // and those of another word beside it
	longCodeCost  = 0.95 // greatest cost of a misread code: less than of a character that is not alike
	unevenCode    = 4    // letters from which a code may have lost one or gained one
	shortCode     = 0.7  // what a code of one letter counts without a name,
	twoLetterCode = 0.85 // of two,
	longCode      = 0.95 // and of more
)

// shortCodeCost is the greatest cost of a misread short code, by its length.
var shortCodeCost = [...]float64{0, 0, 0.2, 0.35, 0.6}
