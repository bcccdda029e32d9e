package environment

// OnStep sets what is called before and after each step.
func OnStep(f func(step string)) { testStep = f }
