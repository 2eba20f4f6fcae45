"""What this build asks of the processor. Compiled for any, so that it can say what a lesser one lacks."""

cdef extern from *:
    """
    #if defined(__x86_64__)
    #define URBANIST_HAS(feature) (__builtin_cpu_supports(feature) != 0)
    #else
    #define URBANIST_HAS(feature) 0
    #endif
    """
    const char* URBANIST_ARCH
    bint SSE4_2 "URBANIST_HAS(\"sse4.2\")"
    bint POPCNT "URBANIST_HAS(\"popcnt\")"
    bint AVX2 "URBANIST_HAS(\"avx2\")"
    bint BMI2 "URBANIST_HAS(\"bmi2\")"
    bint FMA "URBANIST_HAS(\"fma\")"
    bint AVX512F "URBANIST_HAS(\"avx512f\")"
    bint AVX512VL "URBANIST_HAS(\"avx512vl\")"

#: What the build was made for, as gcc's -march names it; empty for any processor.
ARCH = URBANIST_ARCH.decode()

#: What each level of x86-64 adds that our code may use, and whether this processor has it.
LEVELS = {
    "x86-64-v2": {"SSE4.2": SSE4_2, "POPCNT": POPCNT},
    "x86-64-v3": {"AVX2": AVX2, "BMI2": BMI2, "FMA": FMA},
    "x86-64-v4": {"AVX512F": AVX512F, "AVX512VL": AVX512VL},
}


def missing(arch=ARCH, levels=LEVELS):
    """Return what a build for `arch` needs and the processor lacks; nothing for other names than LEVELS."""
    needs = [level for level in levels if arch in levels and level <= arch]
    return tuple(name for level in needs for name, there in levels[level].items() if not there)


def refusal(arch=ARCH, levels=LEVELS):
    """Return one line on why a build for `arch` cannot run here; None where it can."""
    lacks = missing(arch, levels)
    if not lacks:
        return None
    return f"built for {arch}, but the processor lacks {', '.join(lacks)}; rebuild with URBANIST_ARCH=x86-64"
