//go:build !linux

package cli

func processState(int) string { return "" }
