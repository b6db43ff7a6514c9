package keywords

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"tijian/engine/message"
)

// Marks of HTML and Markdown, the hyphen of a wrapped line and the lines that
// every page repeats (第2页 共5页) are no part of what a text says. They are taken
// out of the normalised text before anything else is read.

const (
	longestTag    = 200 // characters
	longestEntity = 12
	longestHeader = 48
)

// blocks are the tags of HTML that end a line.
var blocks = []string{"br", "p", "div", "tr", "li", "ul", "ol", "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "dd", "dt", "section"}

// unmark takes the marks out of the text.
func (a *analysis) unmark() {
	n := &a.text
	if !marked(n.runes) {
		return
	}
	from := len(n.runes)
	runes, places := slices.Clone(n.runes), slices.Clone(n.from)
	n.runes, n.from = n.runes[:0], n.from[:0]
	numbered := 0
	for i := 0; i < from; {
		var means []rune
		next := i
		switch runes[i] {
		case '<':
			if next = struck(runes, i); next == i {
				means, next = tag(runes, i)
			}
		case '&':
			means, next = entity(runes, i)
		case '(':
			if number, ok := numberInBrackets(runes, i); ok && number == numbered+1 {
				numbered++
				means, next = []rune{'\n'}, i+1 // (2)肝囊肿 reads as an item
			}
		default:
			means, next = a.mark(runes, i)
		}
		if next == i {
			means, next = runes[i:i+1], i+1
		}
		for _, r := range means {
			n.runes = a.lexicon.fold.fold(n.runes, r)
		}
		for len(n.from) < len(n.runes) {
			n.from = append(n.from, places[i])
		}
		i = next
	}
	n.from = append(n.from, places[from])
	a.recode()
}

// marked reports whether a sign that a mark may begin with stands in the text.
func marked(runes []rune) bool {
	for i, r := range runes {
		switch r {
		case '[', '<', '&', '*', '_', '~', '`', '#', '>', '|', '\\':
			return true
		case '-', '(':
			if i+1 < len(runes) && (r == '(' && (isDigit(runes[i+1]) || runes[i+1] == ' ' || runes[i+1] == '\n') || r == '-' && (runes[i+1] == '-' || runes[i+1] == '\n')) {
				return true
			}
		}
	}
	return false
}

// recode spells the text in the alphabet again.
func (a *analysis) recode() {
	n := &a.text
	n.codes = n.codes[:0]
	for _, r := range n.runes {
		n.codes = append(n.codes, a.lexicon.alphabet[r])
	}
}

// tag is what the tag at rune i means and the rune behind it: i for none.
func tag(runes []rune, i int) ([]rune, int) {
	end := i + 1
	for end < len(runes) && end-i < longestTag && runes[end] != '>' && runes[end] != '<' && runes[end] != '\n' {
		end++
	}
	name := strings.TrimLeft(string(runes[i+1:end]), "/")
	if end == len(runes) || runes[end] != '>' || name == "" || !isLatin(rune(name[0])) && name[0] != '!' {
		return nil, i // <3mm
	}
	if stop := strings.IndexFunc(name, func(r rune) bool { return !isLatin(r) && !isDigit(r) }); stop >= 0 {
		name = name[:stop]
	}
	if slices.Contains(blocks, name) {
		return []rune{'\n'}, end + 1
	}
	return nil, end + 1
}

// strikes are the marks around what a text takes back.
var strikes = [][2]string{{"~~", "~~"}, {"<del>", "</del>"}, {"<s>", "</s>"}, {"<strike>", "</strike>"}}

// longestStruck is how many characters of one line are struck out at most.
const longestStruck = 60

// struck is the rune behind what the mark at rune i strikes out, i for none.
func struck(runes []rune, i int) int {
	rest := string(runes[i:min(len(runes), i+longestStruck)])
	for _, marks := range strikes {
		inner, ok := strings.CutPrefix(rest, marks[0])
		inner, _, closed := strings.Cut(inner, marks[1])
		if ok && closed && strings.TrimSpace(inner) != "" && !strings.Contains(inner, "\n") {
			return i + len([]rune(marks[0]+inner+marks[1]))
		}
	}
	return i
}

// entity is likewise what &nbsp; at rune i stands for.
func entity(runes []rune, i int) ([]rune, int) {
	end := i + 1
	for end < len(runes) && end-i < longestEntity && (isLatin(runes[end]) || isDigit(runes[end]) || unicode.IsSpace(runes[end]) || runes[end] == '#') {
		end++
	}
	if end == len(runes) || runes[end] != ';' {
		return nil, i
	}
	written := strings.Join(strings.Fields(string(runes[i:end+1])), "") // a line may have ended within it
	if means := html.UnescapeString(written); means != written {
		return []rune(means), end + 1
	}
	return nil, i
}

// numberInBrackets reads the number of an item within its line: (2)肝囊肿.
func numberInBrackets(runes []rune, i int) (int, bool) {
	blanks := func(k int) int {
		for k < len(runes) && (runes[k] == ' ' || runes[k] == '\n') {
			k++
		}
		return k
	}
	number, first := 0, blanks(i+1)
	k := first
	for ; k < len(runes) && isDigit(runes[k]) && k < first+2; k++ {
		number = 10*number + int(runes[k]-'0')
	}
	digits := k > first
	if k = blanks(k); !digits || k == len(runes) || runes[k] != ')' {
		return 0, false
	}
	k = blanks(k + 1)
	return number, k < len(runes) && unicode.Is(unicode.Han, runes[k])
}

// mark is what a mark of Markdown or the hyphen of a wrapped word at rune i
// means, and the rune behind it: i for none.
func (a *analysis) mark(runes []rune, i int) ([]rune, int) {
	end := i
	for end < len(runes) && runes[end] == runes[i] {
		end++
	}
	opens := i == 0 || runes[i-1] == '\n'
	switch runes[i] {
	case '*', '_', '~':
		if next := struck(runes, i); next > i {
			return nil, next
		}
		if a.lexicon.grammar >= 2 && end-i == 1 && emphasises(runes, i) {
			return nil, end
		}
		if end-i > 1 && !(i > 0 && isDigit(runes[i-1]) && end < len(runes) && isDigit(runes[end])) {
			return nil, end
		}
	case '`':
		return nil, end
	case '#', '>':
		if opens {
			return nil, end
		}
	case '\\':
		if end < len(runes) && unicode.IsPunct(runes[end]) {
			return nil, end
		}
	case '|':
		if opens || isBlank(runes[i-1]) || end == len(runes) || isBlank(runes[end]) || runes[end] == '\n' {
			return []rune{' '}, end
		}
	case '[': // a box of Markdown that is not ticked
		if a.lexicon.grammar >= 2 && (i == 0 || !isDigit(runes[i-1])) && i+2 < len(runes) && runes[i+1] == ' ' && runes[i+2] == ']' {
			return []rune{'□'}, i + 3
		}
	case '-':
		if end-i > 2 {
			return nil, end // a line of a table
		}
		if end < len(runes) && runes[end] == '\n' && a.wordAcross(runes, i, end+1) {
			return nil, end + 1
		}
	}
	return nil, i
}

// emphasises reports whether the single mark at rune i is one of the pair around a word:
// *无*, not 3*4.
func emphasises(runes []rune, i int) bool {
	const longest = 20
	for _, step := range []int{1, -1} {
		if k := i + step; k < 0 || k >= len(runes) || !unicode.Is(unicode.Han, runes[k]) {
			continue
		}
		for k := i + step; k >= 0 && k < len(runes) && k > i-longest && k < i+longest && runes[k] != '\n'; k += step {
			if runes[k] == runes[i] {
				return true
			}
		}
	}
	return false
}

// wordAcross reports whether a word begins before rune i and goes on at rune
// next: 甲状-\n腺.
func (a *analysis) wordAcross(runes []rune, i, next int) bool {
	for i > 0 && runes[i-1] == ' ' {
		i--
	}
	if i == 0 || next >= len(runes) || !unicode.Is(unicode.Han, runes[i-1]) || !unicode.Is(unicode.Han, runes[next]) {
		return false
	}
	for start := max(0, i-farthestWord); start < i; start++ {
		codes := make([]uint16, 0, 2*farthestWord)
		for _, r := range slices.Concat(runes[start:i], runes[next:min(len(runes), next+farthestWord)]) {
			codes = append(codes, a.lexicon.alphabet[r])
		}
		if _, n := a.lexicon.trie.longest(codes); n > i-start {
			return true
		}
	}
	return false
}

// dropHeaders takes out the lines that only belong to the page.
func (a *analysis) dropHeaders() {
	n, header := &a.text, a.lexicon.header
	if header == nil || !slices.Contains(n.runes, '\n') {
		return
	}
	kept, dropped := 0, false
	for start := 0; start < len(n.runes); {
		end := start
		for end < len(n.runes) && n.runes[end] != '\n' {
			end++
		}
		next := min(end+1, len(n.runes))
		if end-start > 0 && end-start <= longestHeader && header.MatchString(strings.TrimSpace(string(n.runes[start:end]))) {
			dropped = true
		} else {
			copy(n.runes[kept:], n.runes[start:next])
			copy(n.from[kept:], n.from[start:next])
			kept += next - start
		}
		start = next
	}
	if !dropped {
		return
	}
	last := n.from[len(n.runes)]
	n.runes, n.from = n.runes[:kept], append(n.from[:kept], last)
	a.recode()
}

// headers makes one pattern of those that a line of the page matches as a whole.
func (b *builder) headers(patterns []text) {
	var all []string
	for _, p := range patterns {
		if _, err := regexp.Compile(p.Value); err != nil {
			b.problems.Add(message.BadPattern.At(p.At, "pattern", p.Value, "error", err))
			continue
		}
		all = append(all, p.Value)
	}
	if len(all) > 0 {
		b.lexicon.header = regexp.MustCompile("^(?:" + strings.Join(all, "|") + ")$")
	}
}
