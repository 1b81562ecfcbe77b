"""Addresses of logging in and out."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
