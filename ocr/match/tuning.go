package match

// The numbers by which a row is given to an indicator and a value. They were set
// on the lines and pages of this package's tests, on drawn pages (ocreval) and on
// real ones (ocreval --real DIR --part tuned). Similarities and shares are from 0
// to 1. How much each fact counts for a value is the fitted model's: see package
// evidence.

// Bounds of an entry's similarity: see enter.
const (
	entryFloor       = 0.62 // no entry below
	valueFloor       = 0.68 // no value below
	itemLead         = 0.06 // the best item must lead by so much, before names that are none of ours too
	doubtful         = 0.66 // similarity of an item that does not lead
	inexactCeil      = 0.99 // what was not read exactly is never certain
	contradictedCeil = 0.85 // long name and code speak for different items
)

// Two lines that claim one indicator: see dropContradictions.
const (
	asLikely  = 0.05 // by which their similarities differ at most
	sureEntry = 0.9  // from which a line has the last word on whether there is a value
)

// How a row speaks for or against an indicator, added to the similarity: see judge,
// unitOf.
const (
	unitFits      = 0.05
	unitNear      = 0.02
	unitForeign   = -0.25
	kindFits      = 0.04
	kindForeign   = -0.20
	notPlausible  = -0.20
	rangeForeign  = -0.15
	gradeOfNumber = -0.10 // a graded word for a measured indicator
	gradeOfCount  = -0.25 // the same for counted cells, which are graded under the same names
)

// How a line's surroundings speak for or against an item, added to the similarity:
// see setting.fit.
const (
	specimenFits    = 0.05
	specimenForeign = -0.15
	headingForeign  = -0.30 // a heading says so
	categoryFits    = 0.05
)

// Surroundings of a line: see settings. Each neighbour votes with 1/2 beside the
// line, 1/3 behind that, and so on.
const (
	neighbourhood     = 8   // lines up and down whose neighbours vote
	neighboursFewest  = 0.6 // votes, at least, to say what no heading says,
	neighboursMany    = 1.4 // and to say otherwise than a heading: two or three may be what it says they are not, red cells in stool
	neighboursAgree   = 0.6 // share of the votes for one specimen
	headingCategories = 0.5 // what a heading adds to the share of its categories
)

// Specimen of a page: see specimenOfPage.
const (
	titlePart = 3 // titles stand in the first of so many parts of a page's lines
	cueFewest = 2 // words, at least, that no other specimen's reports print
	cueLead   = 2 // more than so many times as many as of the next
)

// Similarities from which a name or a code counts as read: see nameCode, codeCode.
const (
	exactName   = 0.999
	nearName    = 0.9
	similarName = 0.75
	agreeing    = 0.95 // more than that, of a code
)

// Legibility of a page, and of the lines around one, whose values are given: see
// legible, Legibility. Readers are sure of 0.95 and more of readable pages, whether
// drawn, scanned or photographed; below they make up digits that look right.
// Counted on 100 readable pages and 130 degraded ones.
const (
	legiblePage   = 0.85 // at least
	legibleLines  = 0.70
	legibleAround = 3    // lines before and after
	numbersAlone  = 0.92 // what sureness of the numbers counts for the whole: on blurred pages readers are surer of made-up digits than of made-up names
	numbersFewest = 10
	tableBlocks   = 3    // blocks of a line of a table, at least,
	tableFewest   = 12   // and of all such lines
	noisyPrint    = 0.6  // share of its blocks that print is of on a noisy page, at most
	noisyFewest   = 30   // and of what is none, blocks at least
	printHeight   = 0.75 // share of a page's blocks that are no higher than its print
)

// Reference intervals, as factors: see unitOfInterval, otherUnitFits.
const (
	usualSame     = 1.01 // limits that are the same but for rounding
	usualAlike    = 1.6  // laboratories differ in their limits by less
	misprintAlike = 1.7  // the same, beside a % that is misprinted: 15-17 where most print 9-17
	usualForeign  = 3.0  // limits that lie so far off are in another unit
	narrow        = 4    // limits that lie no further apart are believed to have their points
)

// Misread units: see misreadUnit.
const (
	unitShortest = 3    // letters
	unitMisread  = 0.35 // cost of misreading each of them, less than that
	standardNear = 1    // cost of misreading a standard unit, at most
)

// gradeLead is how many times surer a reader must be than another that sees another
// grade: 阴 and 阳 are one stroke apart.
const gradeLead = 2

// loneSure is how sure a reader must be that alone saw a value beside which
// neither unit nor interval stands: see lone.
const loneSure = 0.8

// Identities: see vouch.
const (
	vouching    = 0.95 // probability from which a value speaks for others
	vouchCoarse = 0.5  // share of a value, at most, that its last digit is worth where it holds
	vouchSlack  = 0.01 // share of a value by which instruments that round on their way differ
)
