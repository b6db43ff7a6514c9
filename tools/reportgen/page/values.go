package page

import (
	"math"
	"math/rand/v2"
	"slices"

	"tijian/tools/reportgen/catalogue"
)

// plausibleValues draws until every value can be one of its indicator: those
// that are worked out from others drawn (a ratio, a sum) can leave its bounds.
func (m *Maker) plausibleValues(rng *rand.Rand, items []*catalogue.Item, female bool) map[string]float64 {
	for {
		values := drawValues(rng, items, female)
		if !slices.ContainsFunc(items, func(i *catalogue.Item) bool { return i.Grades == nil && !m.plausible(i, values[i.Indicator]) }) {
			return values
		}
	}
}

func (m *Maker) plausible(item *catalogue.Item, value float64) bool {
	indicator, _ := m.terms.Lookup(item.Indicator)
	v := m.toStandard(item.Indicator, value, item.Unit)
	return indicator.Plausible[0] <= v && v <= indicator.Plausible[1]
}

// drawValues gives each item a value in its own unit: most within the
// reference interval, some outside, and related ones in their true relation.
func drawValues(rng *rand.Rand, items []*catalogue.Item, female bool) map[string]float64 {
	values := make(map[string]float64, len(items))
	for _, item := range items {
		if item.Grades != nil {
			values[item.Indicator] = item.Grades[rng.IntN(len(item.Grades))]
			continue
		}
		values[item.Indicator] = drawValue(rng, item, female)
	}
	relate(rng, values)
	for _, item := range items {
		if item.Grades == nil {
			v := max(values[item.Indicator], 0)
			values[item.Indicator] = round(v, item.Decimals)
		}
	}
	return values
}

func drawValue(rng *rand.Rand, item *catalogue.Item, female bool) float64 {
	interval := item.For(female)
	low, high := item.Span[0], item.Span[1]
	if interval[0] != nil {
		low = *interval[0]
	}
	if interval[1] != nil {
		high = *interval[1]
	}
	middle := (rng.Float64() + rng.Float64()) / 2
	far := rng.Float64() * rng.Float64() // small excesses are commoner
	switch p := rng.Float64(); {
	case p < 0.12 && item.Span[1] > high:
		return high + far*(item.Span[1]-high)
	case p < 0.22 && item.Span[0] < low:
		return low - far*(low-item.Span[0])
	}
	return low + middle*(high-low)
}

// relate makes values that depend on each other agree, as on a true report.
func relate(rng *rand.Rand, v map[string]float64) {
	set := func(target string, f func() float64, inputs ...string) {
		if _, wanted := v[target]; !wanted {
			return
		}
		for _, name := range inputs {
			if _, given := v[name]; !given {
				return
			}
		}
		v[target] = f()
	}
	// white cells: shares add up to 100, counts are shares of the whole
	set("lymphocyte_percentage", func() float64 {
		rest := 100 - v["monocyte_percentage"] - v["eosinophil_percentage"] - v["basophil_percentage"]
		v["neutrophil_percentage"] = min(v["neutrophil_percentage"], rest-4)
		return rest - v["neutrophil_percentage"]
	}, "neutrophil_percentage", "monocyte_percentage", "eosinophil_percentage", "basophil_percentage")
	for _, cell := range []string{"neutrophil", "lymphocyte", "monocyte", "eosinophil", "basophil"} {
		set(cell+"_count", func() float64 {
			return v["white_blood_cell_count"] * v[cell+"_percentage"] / 100
		}, "white_blood_cell_count", cell+"_percentage")
	}
	// red cells
	set("hematocrit", func() float64 { return v["red_blood_cell_count"] * v["mcv"] / 10 }, "red_blood_cell_count", "mcv")
	set("hemoglobin", func() float64 { return v["hematocrit"] * v["mchc"] / 100 }, "hematocrit", "mchc")
	set("mch", func() float64 { return v["hemoglobin"] / v["red_blood_cell_count"] }, "hemoglobin", "red_blood_cell_count")
	set("plateletcrit", func() float64 { return v["platelet_count"] * v["mpv"] / 10000 }, "platelet_count", "mpv")
	// chemistry
	set("total_protein", func() float64 { return v["albumin"] + v["globulin"] }, "albumin", "globulin")
	set("albumin_globulin_ratio", func() float64 { return v["albumin"] / v["globulin"] }, "albumin", "globulin")
	set("direct_bilirubin", func() float64 { return v["total_bilirubin"] * (0.18 + 0.25*rng.Float64()) }, "total_bilirubin")
	set("indirect_bilirubin", func() float64 { return v["total_bilirubin"] - v["direct_bilirubin"] }, "total_bilirubin", "direct_bilirubin")
	set("non_hdl_cholesterol", func() float64 { return v["total_cholesterol"] - v["hdl_cholesterol"] }, "total_cholesterol", "hdl_cholesterol")
	set("total_cholesterol", func() float64 {
		return max(v["total_cholesterol"], v["hdl_cholesterol"]+v["ldl_cholesterol"]+0.2)
	}, "hdl_cholesterol", "ldl_cholesterol")
	ratio := func(target, over, under string, scale float64) {
		set(target, func() float64 { return scale * v[over] / v[under] }, over, under)
	}
	ratio("ast_alt_ratio", "ast", "alt", 1)
	ratio("waist_hip_ratio", "waist_circumference", "hip_circumference", 1)
	ratio("pepsinogen_ratio", "pepsinogen_i", "pepsinogen_ii", 1)
	ratio("transferrin_saturation", "serum_iron", "tibc", 100)
	set("uibc", func() float64 { return v["tibc"] - v["serum_iron"] }, "tibc", "serum_iron")
	set("psa_free", func() float64 { return v["psa_total"] * (0.08 + 0.3*rng.Float64()) }, "psa_total")
	ratio("psa_free_ratio", "psa_free", "psa_total", 1)
	set("homa_ir", func() float64 { return v["fasting_glucose"] * v["fasting_insulin"] / 22.5 }, "fasting_glucose", "fasting_insulin")
	set("anion_gap", func() float64 {
		return min(max(v["sodium"]-v["chloride"]-v["bicarbonate"], 2), 30)
	}, "sodium", "chloride", "bicarbonate")
	// general examination
	set("bmi", func() float64 { return v["weight"] / math.Pow(v["height"]/100, 2) }, "height", "weight")
	set("diastolic_bp", func() float64 {
		return min(v["diastolic_bp"], v["systolic_bp"]-28)
	}, "systolic_bp")
	set("pulse_pressure", func() float64 { return v["systolic_bp"] - v["diastolic_bp"] }, "systolic_bp", "diastolic_bp")
}

func round(v float64, decimals int) float64 {
	scale := math.Pow(10, float64(decimals))
	return math.Round(v*scale) / scale
}
