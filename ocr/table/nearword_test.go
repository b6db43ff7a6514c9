package table

import (
	"testing"

	"tijian/ocr/names"
	"tijian/ocr/vocabulary"
)

// TestHeaderWord: of several near words the nearest counts, and none where they
// mean different columns. Each is asked often, as maps have no order.
func TestHeaderWord(t *testing.T) {
	ps := &Parser{
		Words: &vocabulary.Words{Headers: map[string]vocabulary.Role{
			"本次结果": vocabulary.ResultRole, "上次结果": vocabulary.PreviousRole, "检测结果": vocabulary.ResultRole, "检验结果": vocabulary.ResultRole,
			"检测方法": vocabulary.MethodRole, "单位": vocabulary.UnitRole,
		}},
		Names: &names.Index{Confusions: &names.Confusions{Cost: map[[2]rune]float64{{'本', '木'}: 0.3, {'位', '倍'}: 0.3}}},
	}
	for text, want := range map[string]vocabulary.Role{
		"本次结果": vocabulary.ResultRole,
		"木次结果": vocabulary.ResultRole,
		"数次结果": vocabulary.NoRole,
		"检查结果": vocabulary.ResultRole, // either of two, which mean the same
		"检测方果": vocabulary.NoRole,
		"单倍":   vocabulary.UnitRole,
		"单元":   vocabulary.NoRole,
		"果":    vocabulary.NoRole,
	} {
		for range 20 {
			if role, ok := ps.headerWord(text); role != want || ok != (want != vocabulary.NoRole) {
				t.Fatalf("%s: %q, %v, want %q", text, role, ok, want)
			}
		}
	}
}

func TestNearLabel(t *testing.T) {
	ps := &Parser{
		Words: &vocabulary.Words{Labels: map[string]bool{"标本类型": true, "样本类型": true, "姓名": true}},
		Names: &names.Index{Confusions: &names.Confusions{Cost: map[[2]rune]float64{{'姓', '性'}: 0.3}}},
	}
	for text, want := range map[string]string{"姓名": "姓名", "性名": "姓名", "性别": "性别", "标木类型": "标本类型", "四本类型": "标本类型", "x": "x"} {
		for range 20 {
			if got := ps.NearLabel(text); got != want {
				t.Fatalf("%s: %s, want %s", text, got, want)
			}
		}
	}
}
