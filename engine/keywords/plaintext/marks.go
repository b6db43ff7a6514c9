package plaintext

import (
	"html"
	"slices"
	"strings"
	"unicode"
)

// Marks of HTML and Markdown, the hyphen of a wrapped line and the lines that
// every page repeats (第2页 共5页) are no part of what a text says. They are taken
// out of the normalised text before anything else is read.

const (
	farthestWord  = 8   // characters that a wrapped word has before or behind its hyphen
	longestTag    = 200 // characters
	longestEntity = 12
	longestHeader = 48
)

// blocks are the tags of HTML that end a line.
var blocks = []string{"br", "p", "div", "tr", "li", "ul", "ol", "table", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "dd", "dt", "section"}

// unmark takes the marks out of the text.
func (r *Reader) unmark(n *Text) {
	if !marked(n.Runes) && !(r.Names != nil && slices.Contains(n.Runes, '(')) {
		return
	}
	from := len(n.Runes)
	runes, places := slices.Clone(n.Runes), slices.Clone(n.From)
	n.Runes, n.From = n.Runes[:0], n.From[:0]
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
			if next = r.torn(runes, i); next > i {
				break
			}
			if number, ok := numberInBrackets(runes, i); ok && number == numbered+1 {
				numbered++
				means, next = []rune{'\n'}, i+1 // (2)肝囊肿 reads as an item
			} else if r.Brackets {
				means, next = r.bracket(runes, i)
			}
		default:
			means, next = r.mark(runes, i)
		}
		if next == i {
			means, next = runes[i:i+1], i+1
		}
		for last := len(n.Runes) - 1; r.Blanks && last > 0 && slices.Equal(means, blank) && (n.Runes[last] == ' ' || n.Runes[last] == '\n'); last-- {
			n.Runes, n.From = n.Runes[:last], n.From[:last] // 青光眼 ____
		}
		for _, m := range means {
			n.Runes = r.Fold.Fold(n.Runes, m)
		}
		for len(n.From) < len(n.Runes) {
			n.From = append(n.From, places[i])
		}
		i = next
	}
	n.From = append(n.From, places[from])
	r.recode(n)
}

// marked reports whether a sign that a mark may begin with stands in the text.
func marked(runes []rune) bool {
	for i, r := range runes {
		switch r {
		case '【', '[', '<', '&', '*', '_', '~', '`', '#', '>', '|', '\\':
			return true
		case '-', '(':
			if i+1 < len(runes) && (r == '(' && (IsDigit(runes[i+1]) || runes[i+1] == ' ' || runes[i+1] == '\n' || i+2 < len(runes) && runes[i+2] == '/') || r == '-' && (runes[i+1] == '-' || runes[i+1] == '\n')) {
				return true
			}
		}
	}
	return false
}

// recode spells the text in the alphabet again.
func (r *Reader) recode(n *Text) {
	n.Codes = r.spell(n.Codes[:0], n.Runes)
}

// spell appends the codes of the runes.
func (r *Reader) spell(codes []uint16, runes []rune) []uint16 {
	for _, c := range runes {
		codes = append(codes, r.code(c))
	}
	return codes
}

// tag is what the tag at rune i means and the rune behind it: i for none.
func tag(runes []rune, i int) ([]rune, int) {
	end := i + 1
	for end < len(runes) && end-i < longestTag && runes[end] != '>' && runes[end] != '<' && runes[end] != '\n' {
		end++
	}
	name := strings.TrimLeft(string(runes[i+1:end]), "/")
	if end == len(runes) || runes[end] != '>' || name == "" || !IsLatin(rune(name[0])) && name[0] != '!' {
		return nil, i // <3mm
	}
	if stop := strings.IndexFunc(name, func(r rune) bool { return !IsLatin(r) && !IsDigit(r) }); stop >= 0 {
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
	for end < len(runes) && end-i < longestEntity && (IsLatin(runes[end]) || IsDigit(runes[end]) || unicode.IsSpace(runes[end]) || runes[end] == '#') {
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
	for ; k < len(runes) && IsDigit(runes[k]) && k < first+2; k++ {
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
func (r *Reader) mark(runes []rune, i int) ([]rune, int) {
	end := i
	for end < len(runes) && runes[end] == runes[i] {
		end++
	}
	opens, last := i == 0 || runes[i-1] == '\n', end == len(runes)
	drops := false
	switch runes[i] {
	case '*', '_', '~':
		if next, lines := emptyField(runes, i); r.Blanks && (lines > 2 || lines == 2 && !opens && runes[i-1] == ':') {
			return blank, next
		}
		return nil, r.emphasis(runes, i, end)
	case '【':
		return nil, r.title(runes, i)
	case '[':
		return r.box(runes, i)
	case '-':
		return nil, r.hyphen(runes, i, end)
	case '|':
		if opens || IsBlank(runes[i-1]) || last || IsSpace(runes[end]) {
			return []rune{' '}, end
		}
	case '`':
		drops = true
	case '#', '>':
		drops = opens
	case '\\':
		drops = !last && unicode.IsPunct(runes[end])
	}
	if drops {
		return nil, end
	}
	return nil, i
}

// blank stands for a field of a form that was left empty, however long it is.
var blank = []rune("___")

// emptyField is the rune behind the underscores at rune i, torn or not, and their number.
func emptyField(runes []rune, i int) (next, lines int) {
	next = i
	for k := i; k < len(runes) && (runes[k] == '_' || runes[k] == ' ' || runes[k] == '\n'); k++ {
		if runes[k] == '_' {
			next, lines = k+1, lines+1
		}
	}
	return next, lines
}

// emphasis is the rune behind the marks at runes[i:end] and what they strike out, i
// where they say something themselves: 3*4.
func (r *Reader) emphasis(runes []rune, i, end int) int {
	if next := struck(runes, i); next > i {
		return next
	}
	times := i > 0 && IsDigit(runes[i-1]) && end < len(runes) && IsDigit(runes[end])
	if end-i > 1 && !times || end-i == 1 && r.Boxes && emphasises(runes, i) {
		return end
	}
	return i
}

// title is the rune behind the bracket at rune i where a stamp or what every page
// repeats stands within a word, i for none: 钙【第3页】化灶.
func (r *Reader) title(runes []rune, i int) int {
	if next := r.torn(runes, i); next > i || !r.Boxes {
		return next
	}
	return r.headerWithin(runes, i, longestHeader, '】')
}

// headerWithin is the rune behind the bracket at rune i that holds a header only, i for
// none.
func (r *Reader) headerWithin(runes []rune, i, longest int, closing rune) int {
	if r.Header == nil {
		return i
	}
	if end := slices.Index(runes[i:min(len(runes), i+longest)], closing); end > 0 && r.Header.MatchString(string(runes[i+1:i+end])) {
		return i + end + 1
	}
	return i
}

// box reads the bracket at rune i: a box of Markdown that is not ticked, or a choice.
func (r *Reader) box(runes []rune, i int) ([]rune, int) {
	if next := r.torn(runes, i); next > i {
		return nil, next
	}
	if !r.Boxes || i > 0 && IsDigit(runes[i-1]) || i+2 >= len(runes) || runes[i+1] != ' ' || runes[i+2] != ']' {
		return r.choice(runes, i, ']')
	}
	end := i + 3
	listed := i == 0 || runes[i-1] == '\n' || runes[i-1] == ' ' && i > 1 && strings.ContainsRune("-*", runes[i-2])
	if listed && end < len(runes) && runes[end] == ' ' {
		end++ // - [ ] of a list
	}
	return []rune{'□'}, end
}

// hyphen is the rune behind the hyphens at runes[i:end] that part the cells of a table
// or a word at the end of a line, i for others.
func (r *Reader) hyphen(runes []rune, i, end int) int {
	if end-i > 2 {
		return end
	}
	if end < len(runes) && runes[end] == '\n' && r.wordAcross(runes, i, end+1) {
		return end + 1
	}
	return i
}

// bracket reads the bracket at rune i of a printed form: ( )远视 (√)近视.
func (r *Reader) bracket(runes []rune, i int) ([]rune, int) {
	end := i + 1
	for end < len(runes) && IsBlank(runes[end]) {
		end++
	}
	if end > i+1 && end < len(runes) && runes[end] == ')' {
		return []rune{'□'}, end + 1
	}
	return r.choice(runes, i, ')')
}

// torn is the rune behind the bracket at rune i that a stamp put within a word and that
// says nothing itself, i for none: 结【仅供内部使用】节.
func (r *Reader) torn(runes []rune, i int) int {
	const shortest = 2
	closing := map[rune]rune{'(': ')', '[': ']', '【': '】'}[runes[i]]
	end := slices.Index(runes[i:min(len(runes), i+longestHeader)], closing)
	if r.Names == nil || end <= shortest || r.holds(runes[i+1:i+end], r.Names) {
		return i
	}
	next := i + end + 1
	for next < len(runes) && (runes[next] == ' ' || runes[next] == '\n') {
		next++
	}
	if _, n := r.Words.Longest(r.spell(nil, runes[next:min(len(runes), next+farthestWord)])); n > 1 || !r.wordAcross(runes, i, next) {
		return i
	}
	return next
}

// choice drops the printed choices in the bracket at rune i, which say nothing of what
// was chosen: 高血压:[有/无]_无_.
func (r *Reader) choice(runes []rune, i int, closing rune) ([]rune, int) {
	const longest = 8
	if !r.Brackets {
		return nil, i
	}
	return nil, r.headerWithin(runes, i, longest, closing)
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
func (r *Reader) wordAcross(runes []rune, i, next int) bool {
	for i > 0 && (runes[i-1] == ' ' || runes[i-1] == '\n') {
		i--
	}
	if i == 0 || next >= len(runes) || !unicode.Is(unicode.Han, runes[i-1]) || !unicode.Is(unicode.Han, runes[next]) {
		return false
	}
	for start := max(0, i-farthestWord); start < i; start++ {
		codes := r.spell(r.spell(make([]uint16, 0, 2*farthestWord), runes[start:i]), runes[next:min(len(runes), next+farthestWord)])
		if _, n := r.Words.Longest(codes); n > i-start {
			return true
		}
	}
	return false
}

// dropHeaders takes out the lines that only belong to the page.
func (r *Reader) dropHeaders(n *Text) {
	header := r.Header
	if header == nil || !slices.Contains(n.Runes, '\n') {
		return
	}
	kept, dropped := 0, false
	for start := 0; start < len(n.Runes); {
		end := start
		for end < len(n.Runes) && n.Runes[end] != '\n' {
			end++
		}
		next := min(end+1, len(n.Runes))
		if end-start > 0 && end-start <= longestHeader && header.MatchString(strings.TrimSpace(string(n.Runes[start:end]))) {
			dropped = true
		} else {
			copy(n.Runes[kept:], n.Runes[start:next])
			copy(n.From[kept:], n.From[start:next])
			kept += next - start
		}
		start = next
	}
	if !dropped {
		return
	}
	last := n.From[len(n.Runes)]
	n.Runes, n.From = n.Runes[:kept], append(n.From[:kept], last)
	r.recode(n)
}
