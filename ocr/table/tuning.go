package table

import "tijian/ocr/block"

// The numbers by which lines are taken apart. They were set on the lines and
// pages of package match's tests, on drawn pages (ocreval) and on real ones
// (ocreval --real DIR --part tuned). Similarities, confidences and shares are
// from 0 to 1.

// skill is how far each reader's numbers are trusted. Where they differ eng is
// right in 9 of 10 cases, chi_sim (which takes 6 for 0 and 5 for D) in 1, but for
// points that eng misses; counted on 2,000 drawn results.
var skill = map[block.Reader]float64{block.Compact: 0.985, block.Eng: 0.97, block.ChiSim: 0.62, block.Shape: 0.97}

// Trust in readings: see newCell, distrust, rank, findNames.
const (
	unknownSkill   = 0.6  // of a reader that is not listed
	minorSkill     = 0.8  // less is minor
	trustLeast     = 0.15 // share of its skill that a reader keeps which is not sure at all,
	trustGain      = 0.93 // and what full confidence adds to it, up to all
	guessed        = 0.5  // trust up to which a reader's marks in a cell of Chinese characters are its spelling of them
	doubtedText    = 0.5  // confidence below which the compact reader is not believed in Chinese where chi_sim is surer
	codeConfidence = 0.15 // least confidence of a reader whose codes count: two letters are soon made of the frame of a stamp
	sureReading    = 0.88 // trust of a reader of Latin letters from which it is believed where another saw Chinese
	digitSeen      = 0.5  // confidence from which the compact reader has seen a digit
)

// Cells that may be pieces of one: see markTorn. In heights of a cell.
const (
	farInterval = 6   // the limits of an interval stand so far apart at most
	nearNumbers = 13  // tenths within which two numbers are pieces of one, unless each has decimals
	sureArrow   = 0.9 // confidence of readers in a thinner arrow
	markWide    = 4   // tenths of its height, at least, that a mark is wide; a 1 is thinner
)

// Misread units and words: see Parser.nearUnit, nearWords.
const (
	unitShortest = 3   // letters
	unitLongest  = 16  //
	nearUnit     = 0.3 // cost of misreading each letter of a unit, at most
	nearWord     = 0.3 // cost of misreading a header or label, at most,
	nearLongWord = 1.0 // and one of longWord letters or more
	longWord     = 4   //
)

// Names in cells: see findNames, secondReader, segments, join.
const (
	longestName    = 60    // characters of a cell that may hold a name
	longText       = 20    // letters from which a cell is a text, whose names
	nameStart      = 3     // begin at most so far from its start
	nameFloor      = 0.6   // similarity; a weaker hit is no name
	nameSure       = 0.75  // a name even where numbers are
	namePlain      = 0.9   // a name that was read well
	sureName       = 0.95  // a name that needs no other reader
	readExactly    = 0.99  // a code or name without a misread letter
	letterByLetter = 0.999 // the same, without a lost one
	codeSure       = 0.9   // a code that begins an item of its own
	codePlain      = 0.95  // a code beside which names of other items are foreign
	nameOverCode   = 0.85  // a name beside which codes of other items do not count
	simLead        = 0.1   // by which a name or code leads others
	wrapLead       = 0.03  // by which a name of two lines is better than its first line
)

// Similarities of an item named by name and code: see Similarities.
const (
	codeForeign = -0.12 // added where the code is another item's
	codeWeight  = 0.9   // of what a name leaves open, what a sure code closes
	jointFloor  = 0.65  // similarity; a weaker name does not support a code
)

// Blocks that hold several things: see atoms.
const (
	mostSplits  = 300 // ways to cut a text apart that are tried
	longestWord = 6   // characters of a word that is a result

)

// Columns: see around, numbers, usualDecimals.
const (
	columnReach   = 14  // lines up and down that a column is followed
	columnCells   = 3   // cells of it that tell something, at least
	nearLines     = 2   // lines up and down from which a result may have been taken
	numberedLines = 3   // lines in a row whose numbers go up by one, at least, in a column that counts them
	lastOrdinal   = 200 // greatest number of a line
	numberColumn  = 0.6 // share of numbers from which a column holds numbers
	markColumn    = 0.6 // and of marks, from which it holds marks
	markedColumn  = 0.1 // and of marked numbers, from which it is that of the results
	usualShare    = 0.6 // of a page's numbers that have as many decimals, where that is a habit: 365.00
	leastUsual    = 6   // fewer numbers show no habit
	mostUsual     = 2   // decimals of such a habit
	dottedPage    = 6   // stumbles over zeros that make a page one of dotted zeros
)

// pickBase is what the look of a part speaks for its being the result.
var pickBase = map[Look]float64{numberLook: 1, comparedLook: 0.75, PairLook: 0.9, GradeLook: 0.85, intervalLook: -1, unitLook: -1, markLook: -1, textLook: -1}

// Weights for telling the result from the other parts of a line: see assignRoles.
const (
	headerSays    = 1.5  // the header names the column so, or otherwise;
	headerErrs    = 0.9  // otherwise, but the column holds numbers
	columnSays    = 1.0  // the cells above and below look like results
	colonSays     = 1.0  // the name ends in a colon: 体质指数: 22.6
	gradeSays     = 1.0  // it stands behind the grade of a graded item
	remarkSays    = 0.5  // it is a word beside a number: 正常
	previousValue = 3.0  // the column is that of earlier results, or of lines' numbers
	orderPenalty  = 0.04 // for each part before it
	digitPenalty  = 0.5  // one digit behind a longer number is often an arrow
	markedSays    = 0.6  // results are marked in its column, and in that of no other number
	pickFloor     = 0.5  // least sum of a result
	pickLead      = 0.3  // by which it leads the next
)

// Running text: see sentences. In heights of a block, but for the counts.
const (
	sentenceGap     = 2 // between its lines, less than that
	sentenceIndent  = 5 // of a first line, less than that
	sentenceWords   = 2 // between its words, at most
	sentenceShort   = 8 // by which the last line of a paragraph is shorter, at least
	sentenceSigns   = 2 // between its clauses, at least
	sentenceResults = 2 // stated in it, at least
	sentenceRows    = 3 // rows that make a page one of tables
)

// Rows whose cells hold several lines: see reachesInto.
const (
	bandLap   = 15  // hundredths of a line's height by which it reaches into another, at least,
	bandMost  = 125 // and at most
	bandAbove = 25  // the same by which a block at most reaches into one that it stands above
)

// Tables on their side: see heads.
const sideLines = 4 // lines below the names among which those of days are

// Records of several lines: see records.
const (
	leastRecords = 2    // names with something above or below them, at least, on a page where their values may stand there
	speckSure    = 0.9  // confidence below which a lone letter is a speck
	speckUnsure  = 0.75 // confidence below which two characters are specks
	speckLetters = 3    // letters, at most, that are made of a piece of a drawing
	speckThin    = 30   // hundredths of a usual block's height below which one is a piece of a line
	reachSlack   = 0.5  // heights of a name by which the last record may reach further than others
	gapLead      = 1.25 // times as wide as the next is the gap between two records
)

// Print of results that is larger than the rest: see findSmall.
const (
	largeResult = 1.6 // times as high as the page's usual block, at least
	largeFewest = 3   // numbers of that size, at least, and no fewer than half of the names
	smallResult = 0.8 // of that height a result has at least
	nearStacks  = 5   // rows of both a result and a reference above each other that tell of another, at most
	largerPrint = 11  // tenths of the height of a reference, more than which its result has in larger print
)
