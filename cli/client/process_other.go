//go:build !linux

package client

func processState(int) string { return "" }
