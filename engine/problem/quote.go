package problem

import "slices"

// longestQuote is how many characters of a file are shown in one piece. A file
// may turn out to be something else, such as a key, and what is said about it
// goes to logs and answers.
const longestQuote = 60

// Quote returns text, shortened where it is too long to be quoted.
func Quote(text string) string {
	runes := []rune(text)
	if len(runes) <= longestQuote {
		return text
	}
	return string(runes[:longestQuote-1]) + "…"
}

// excerpt returns the part of a line around a column, and the column within
// it; columns count characters from 1.
func excerpt(line string, column int) (string, int) {
	runes := []rune(line)
	if len(runes) <= longestQuote {
		return line, column
	}
	const before = longestQuote * 2 / 3
	begin := max(0, min(column-1-before, len(runes)-longestQuote))
	shown := slices.Clone(runes[begin : begin+longestQuote])
	if begin > 0 {
		shown[0] = '…'
	}
	if begin+longestQuote < len(runes) {
		shown[longestQuote-1] = '…'
	}
	return string(shown), column - begin
}
