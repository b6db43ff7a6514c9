package keywords_test

import (
	"fmt"

	"tijian/dictionaries"
	"tijian/engine/keywords"
)

func ExampleLexicon_Extract() {
	lexicon, problems := keywords.Load(dictionaries.Active())
	if err := problems.Err(); err != nil {
		fmt.Println(err)
		return
	}
	result, err := lexicon.Extract("父亲患糖尿病。肝囊肿，胆囊未见结石。", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(result.Certain, result.Possible)
	for _, m := range result.Matches {
		fmt.Println(m.Term, m.Status)
	}
	// Output:
	// [肝囊肿] []
	// 糖尿病 family
	// 肝囊肿 certain
	// 胆囊结石 negated
}
