package keywords

import (
	"strings"
	"testing"
)

// made are the negators that the parts of cues.yaml make, with each pair of a particle
// and a verb behind one of the modals, in turn.
func (l *Lexicon) made() []string {
	n := &l.lexicon.Negation
	verbs := n.Reports
	for _, sense := range n.Senses {
		for _, attains := range n.Attains {
			verbs = append(verbs, append(append([]rune{}, sense...), attains...))
		}
	}
	modals := append([][]rune{nil}, n.Modals...)
	var all []string
	for i, particle := range n.Particles {
		for k, verb := range verbs {
			all = append(all, string(particle)+string(modals[(7*i+k)%len(modals)])+string(verb))
		}
	}
	return all
}

// Whatever a negator is made of, it denies its noun phrase, and what stands before it
// where its clause ends with it.
func TestNegatorsAreMade(t *testing.T) {
	l := newestLexicon(t)
	phrases := []string{"结节", "明显肿块", "确切的囊肿及钙化", "异常占位", "肿大淋巴结、包块", "较大息肉或结石", "大片渗出，积液"}
	places := []string{"", "肝内", "左乳外上象限", "双肾", "检查所见：子宫"}
	ends := []string{"", "。", "，边界清", "；余正常", "\n"}
	var k leaks
	for i, not := range l.made() {
		place := places[i%len(places)]
		k.try(t, l, place+not+phrases[i%len(phrases)]+ends[(i/3)%len(ends)])
		k.try(t, l, place+phrases[(i+2)%2]+not+[]string{"", "。", "，余正常"}[i%3])
	}
	k.done(t, 10000)
}

// A particle before what nobody knows never leaves a finding certain.
func TestUnreadNegatorsLeaveDoubt(t *testing.T) {
	l := newestLexicon(t)
	tried := 0
	for i, not := range strings.Fields("未 没 不 毋 勿 无 没有 尚未 暂未 并未 从未 未予 未曾 未能") {
		for k, verb := range strings.Fields("霍 霍格 咪咪 嗒嗒 哗啦 猜猜 嘎嘎 囧 尬聊 瞅准 魔改 踢飞 煮熟") {
			for m, phrase := range []string{"结石", "明显囊肿", "异常占位", "肝内结节", "息肉、囊肿"} {
				text := []string{"", "胆囊", "右肾", "双侧乳腺"}[(i+k+m)%4] + not + verb + phrase + []string{"", "。", "，边界清", "\n"}[(i+m)%4]
				tried++
				if got, err := l.Extract(text, ""); err != nil || len(got.Certain) > 0 {
					t.Errorf("%q: certain %v: %v", text, got.Certain, err)
				}
			}
		}
	}
	if tried < 900 {
		t.Errorf("%d texts", tried)
	}
}

// That nobody treats a disease or examines it anew does not deny it.
func TestUntreatedIsStillThere(t *testing.T) {
	l := newestLexicon(t)
	for _, not := range strings.Fields("未 没有 尚未 一直未 未予 未曾 未再 未能") {
		for _, treats := range strings.Fields("治疗 服药 控制 复查 手术 就诊 干预 随访 特殊处理 规律服药") {
			for _, text := range []string{"高血压" + not + treats, "高血压，" + not + treats + "。", not + treats + "的高血压", not + treats + "，高血压"} {
				if got := l.statusOf(t, text, "高血压"); got != Certain && got != Past {
					t.Errorf("%q: %q", text, got)
				}
			}
		}
	}
}
