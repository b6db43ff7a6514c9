package answer

import "testing"

func TestSince(t *testing.T) {
	for text, want := range map[string]string{
		"23天前的结果：血钾偏高": "23天前的结果：血钾偏高", "60天前": "60天前", "61天前": "2个月前", "365天前的结果": "11个月前的结果", "730天前": "23个月前", "731天前": "2年前",
		"3043天前的结果：单核细胞略多，请3天内复查": "8年前的结果：单核细胞略多，请3天内复查", "3天前没有发热": "3天前没有发热",
	} {
		if got := since(text); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
