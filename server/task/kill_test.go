package task

func child() {}

const childDSN = "TIJIAN_TEST_CHILD_DSN"
