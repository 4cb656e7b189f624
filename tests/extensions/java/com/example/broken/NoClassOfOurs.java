package com.example.broken;

/** Implements nothing. */
public final class NoClassOfOurs {}
