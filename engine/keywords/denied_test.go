package keywords

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"tijian/engine/keywords/lexicon"
	"tijian/internal/drawn"
)

// attributes are what a noun phrase may have before its head.
var attributes = []string{
	"", "异常", "明显异常", "异常的", "明显异常回声", "异常密度", "异常信号", "异常低回声", "异常增大的", "明确的异常", "可疑", "可疑异常",
	"肿大", "低回声", "囊实性", "明显的", "较大", "多发", "典型", "占位性", "高密度", "局限性异常", "异常混合回声", "显著异常强回声",
}

// negators are the cues that deny what follows, as long as their list goes on; of those
// that forms make, which are alike, every seventh.
func (l *Lexicon) negators() []string {
	var all []string
	formed := 0
	for w := range l.lexicon.Every() {
		if w.Cue != nil && w.Cue.Formed {
			if formed++; formed%7 != 0 {
				continue
			}
		}
		if c := w.Cue; c != nil && c.Direction == lexicon.Forward && c.Scope == lexicon.BareScope && l.lexicon.Categories[c.Category].Status == Negated {
			all = append(all, w.Text)
		}
	}
	return all
}

func isChinese(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.Is(unicode.Han, r) }) < 0
}

// nouns are spellings of heads that name no site and no side themselves. Behind
// 无 those that begin with 回声 mean something else: 无回声.
func (l *Lexicon) nouns() []string {
	var all []string
	for _, w := range l.lexicon.Words {
		if w.Head >= 0 && w.Side == "" && isChinese(w.Text) && !strings.HasPrefix(w.Text, "回声") && (w.Term < 0 || l.lexicon.Terms[w.Term].Site < 0) {
			all = append(all, w.Text)
		}
	}
	return all
}

// A leaks counts the sentences that say something where they deny all; of those made,
// make test tries each fifth.
type leaks struct {
	tried, found int
}

func (k *leaks) try(t *testing.T, l *Lexicon, text string) {
	t.Helper()
	if k.tried++; !drawn.One(k.tried, 5) {
		return
	}
	if got, _ := l.Extract(text, ""); len(got.Certain)+len(got.Possible) > 0 {
		if k.found++; k.found <= 40 {
			t.Errorf("%q: certain %v possible %v, want nothing", text, got.Certain, got.Possible)
		}
	}
}

func (k *leaks) done(t *testing.T, least int) {
	t.Helper()
	t.Logf("%d sentences, %d leak", k.tried, k.found)
	if k.tried < least {
		t.Errorf("%d sentences, want at least %d", k.tried, least)
	}
}

// A negator denies its noun phrase, whatever attributes stand between, in
// whatever place, before whatever sign.
func TestNegatorTakesItsNounPhrase(t *testing.T) {
	l := newestLexicon(t)
	nouns := l.nouns()
	places := []string{"", "左乳", "双侧腋窝", "甲状腺右叶", "肝内", "右肾", "颈部", "双肺", "检查所见：子宫", "左侧附件区"}
	ends := []string{"", "。", "，边界清。", "；余正常", "及肿大淋巴结。", "、囊肿及钙化", "或占位，囊肿", "\n", "(CDFI未见血流)"}
	var k leaks
	for i, not := range l.negators() {
		for j, attribute := range attributes {
			n := 31*i + 7*j // places, heads and signs in turn: their product is millions
			k.try(t, l, places[(i+3*j)%len(places)]+not+attribute+nouns[n%len(nouns)]+ends[(n/7)%len(ends)])
		}
	}
	k.done(t, 20000)
}

// Every head is denied behind every attribute.
func TestEveryHeadIsDenied(t *testing.T) {
	l := newestLexicon(t)
	var k leaks
	for i, noun := range l.nouns() {
		for j, attribute := range attributes {
			for m, not := range []string{"未见", "未触及", "无"} {
				for _, place := range []string{"左乳", "肝内", ""}[:1+(i+j+m)%3] {
					k.try(t, l, place+not+attribute+noun)
				}
			}
		}
	}
	k.done(t, 20000)
}

// A lesion that names its site is denied where its clause begins with the
// negator, and where it speaks of that site.
func TestEveryNamedLesionIsDenied(t *testing.T) {
	l := newestLexicon(t)
	var k leaks
	for i, term := range l.lexicon.Terms {
		if term.Head < 0 || term.Site < 0 || !l.lexicon.IsLesion(int32(i)) || !isChinese(term.Name) {
			continue
		}
		for j, not := range []string{"未见", "未触及", "未探及", "无", "否认", "不伴", "未发现"} {
			attribute := attributes[(i+j)%len(attributes)]
			k.try(t, l, not+attribute+term.Name+"。")
			k.try(t, l, l.lexicon.Sites[term.Site].Name+not+attribute+term.Name)
		}
	}
	k.done(t, 3000)
}

// A cue of two characters or more says what it says although one of its
// characters was taken for another that looks alike, whatever the cue and
// whatever the character.
func TestMisreadCuesAct(t *testing.T) {
	places := [][2]string{{"", "肺结节"}, {"右肾", "脓肿。"}, {"，左乳", "实性团块，边界清"}, {"肝血管瘤", ""}, {"左乳肿块，", "。"}}
	l := newestLexicon(t)
	var k leaks
	for _, m := range l.lexicon.Misreaders {
		spellings := m.Right
		if m.Forms != nil {
			for w := range l.lexicon.Every() {
				spellings = append(spellings, []rune(w.Text))
			}
		}
		for n, right := range spellings {
			if w := l.lexicon.Find(string(right)); m.Opener || w == nil || !w.MayBeMisread() {
				continue
			}
			for i, r := range right {
				if m.Forms != nil && (n+i)%len(right) != 0 {
					continue // what forms make is alike: one character of each in turn
				}
				for _, wrong := range m.Alike[r] {
					written := slices.Clone(right)
					written[i] = wrong
					if _, known := l.lexicon.Trie.Find(l.codes(written)); known {
						continue // another word
					}
					around := places[k.tried%len(places)] // each misreading in one of them
					if before := []rune(around[0]); len(before) > 0 {
						if _, known := l.lexicon.Trie.Find(l.codes([]rune{before[len(before)-1], written[0]})); known {
							k.tried++
							continue // another word with what stands before it: 肾内
						}
					}
					if after := append([]rune{wrong}, []rune(around[1])...); i == len(right)-1 {
						if _, length := l.lexicon.Trie.Longest(l.codes(after)); length > 1 {
							k.tried++
							continue // another word with what stands behind it: 肝脓肿
						}
					}
					if l.findsAcross(written, i) {
						k.tried++
						continue // a finding of its own: 头胀 in 头胀孕期
					}
					k.same(t, l, around[0]+string(written)+around[1], around[0]+string(right)+around[1])
				}
			}
		}
	}
	k.done(t, 10000)
}

// findsAcross reports whether a finding of several characters stands in the text, the one
// at place i among them.
func (l *Lexicon) findsAcross(text []rune, i int) bool {
	for from := range i + 1 {
		id, length := l.lexicon.Trie.Longest(l.codes(text[from:]))
		if length > 1 && from+length > i && l.lexicon.Word(id).Term >= 0 {
			return true
		}
	}
	return false
}

// same counts a sentence that says something else than the right one. What is not
// understood may make possible what is certain else.
func (k *leaks) same(t *testing.T, l *Lexicon, written, right string) {
	t.Helper()
	k.tried++
	got, _ := l.Extract(written, "")
	want, _ := l.Extract(right, "")
	more := func(term string) bool { return !slices.Contains(want.Certain, term) }
	all := func(r Result) []string { // an operation that cannot be read is none
		known := slices.DeleteFunc(append(r.Certain, r.Possible...), func(name string) bool { return strings.HasSuffix(name, l.lexicon.Operations.Called) })
		return slices.Sorted(slices.Values(known))
	}
	if slices.ContainsFunc(got.Certain, more) || !slices.Equal(all(got), all(want)) {
		if k.found++; k.found <= 40 {
			t.Errorf("%q: certain %v possible %v, %q: %v %v", written, got.Certain, got.Possible, right, want.Certain, want.Possible)
		}
	}
}

// codes spells a word in the codes of the alphabet.
func (l *Lexicon) codes(word []rune) []uint16 {
	var codes []uint16
	for _, r := range word {
		codes = append(codes, l.lexicon.Alphabet[r])
	}
	return codes
}

// Every negator takes every verb of what a disease brings with it, and the list behind:
// 未并发糖尿病足、糖尿病肾病.
func TestNegatorsAreProductive(t *testing.T) {
	l := newestLexicon(t)
	lists := []string{"肾结石", "糖尿病足、糖尿病肾病及糖尿病视网膜病变", "胸腔积液或肺不张", "脑梗死、冠心病", "肺气肿和肺大疱"}
	var k leaks
	for w := range l.lexicon.Every() {
		if c := w.Cue; c != nil && c.Formed && c.Direction == lexicon.Forward && c.Scope >= lexicon.ListScope && l.lexicon.Categories[c.Category].Status == Negated && c.Final == false && c.Unless == 0 {
			for _, list := range lists {
				k.try(t, l, w.Text+list+"。")
			}
		}
	}
	k.done(t, 5000)
}

// A line, or a column, that ends behind a finding and a negator denies that finding; the
// one that begins the next is in doubt, neither lost nor certain.
func TestLineEndsBehindTheNegator(t *testing.T) {
	l := newestLexicon(t)
	for _, not := range []string{"未见", "未发现", "未探及", "没有发现", "均未见", "未检出", "未查见"} {
		for _, end := range []string{"\n", "  ", "\n  "} {
			for _, pair := range [][2]string{{"胆囊息肉", "肾结石"}, {"甲状腺结节", "乳腺增生"}, {"肝囊肿", "脾大"}} {
				text := pair[0] + not + end + pair[1]
				if got, _ := l.Extract(text, ""); len(got.Certain) > 0 || !slices.Equal(got.Possible, pair[1:]) {
					t.Errorf("%q: certain %v possible %v, want possible %v", text, got.Certain, got.Possible, pair[1:])
				}
			}
		}
	}
}

// A question that a denial follows is not answered by it where the denial goes on with
// what it denies: 脂肪肝?未见胆囊结石.
func TestDeniedBehindAQuestion(t *testing.T) {
	l := newestLexicon(t)
	answers := 0
	for w := range l.lexicon.Every() {
		if w.Cue == nil || !w.Cue.Final || w.Cue.Otherwise == nil || l.lexicon.Categories[w.Cue.Otherwise.Category].Status != Possible || l.lexicon.Categories[w.Cue.Category].Status != Negated || strings.HasSuffix(w.Text, "否") { // which denies nothing behind it
			continue
		}
		answers++
		for _, asked := range []string{"脂肪肝", "偶发房性早搏", "考虑子宫肌瘤", "右肺结节", "肺癌"} {
			for _, denied := range []string{"胆囊结石", "明显胸腔积液、盆腔积液", "心房颤动及ST-T改变", "肿大淋巴结"} {
				text := asked + w.Text + denied + "。"
				got, err := l.Extract(text, "")
				if err != nil || len(got.Certain) != 0 || len(got.Possible) != 1 {
					t.Errorf("%s: certain %v possible %v, want only %s, possible: %v", text, got.Certain, got.Possible, asked, err)
				}
			}
		}
	}
	if answers < 15 {
		t.Errorf("only %d answers are tried", answers)
	}
}
